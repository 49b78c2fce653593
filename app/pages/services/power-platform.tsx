import { KeystoneArch } from '../../drawings/keystone-arch.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(KeystoneArch);
