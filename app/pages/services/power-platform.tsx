import { KeystoneArch } from '../../drawings/keystone-arch.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = KeystoneArch;
export default servicePage(Drawing);
