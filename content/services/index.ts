import { businessProcesses } from './business-processes.ts';
import { dataAnalytics } from './data-analytics.ts';
import { devopsCloudops } from './devops-cloudops.ts';
import { dynamics365 } from './dynamics-365.ts';
import { erpImplementation } from './erp-implementation.ts';
import { mobility } from './mobility.ts';
import { netTechnologies } from './net-technologies.ts';
import { powerPlatform } from './power-platform.ts';
import { retailEcommerce } from './retail-ecommerce.ts';
import { sap } from './sap.ts';
import type { Service } from './service.ts';
import { softwareDevelopment } from './software-development.ts';

/** The service pages, in the order of the navigation. */
export const services: readonly Service[] = [
  softwareDevelopment,
  dynamics365,
  powerPlatform,
  netTechnologies,
  devopsCloudops,
  dataAnalytics,
  mobility,
  businessProcesses,
  erpImplementation,
  sap,
  retailEcommerce,
];
