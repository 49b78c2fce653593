import { adpConnector } from './adp-connector.ts';
import { bartenderConnector } from './bartender-connector.ts';
import { bbptechnologies } from './bbptechnologies.ts';
import { employeeSelfService } from './employee-self-service.ts';
import { lis365 } from './lis365.ts';
import { medicineDelivery } from './medicine-delivery.ts';
import type { Product } from './product.ts';
import { recruitmentManagement } from './recruitment-management.ts';
import { shipguru } from './shipguru.ts';

/** The catalogue, in the order of its cards on /products. */
export const products: readonly Product[] = [
  adpConnector,
  bartenderConnector,
  shipguru,
  bbptechnologies,
  lis365,
  medicineDelivery,
  employeeSelfService,
  recruitmentManagement,
];
