import type { Structure } from '../../../content/schema/fields.ts';
import { cableStayedFan } from './cable-stayed-fan.ts';
import { cantilever } from './cantilever.ts';
import { closedLoop } from './closed-loop.ts';
import { hangerChart } from './hanger-chart.ts';
import { keystoneArch } from './keystone-arch.ts';
import { launchedTruss } from './launched-truss.ts';
import { marketHall } from './market-hall.ts';
import { liftedSegment } from './lifted-segment.ts';
import type { Poster } from './poster.ts';
import { selfBearingSpan } from './self-bearing-span.ts';
import { spaceFrame } from './space-frame.ts';
import { steppedViaduct } from './stepped-viaduct.ts';
import { swingBridge } from './swing-bridge.ts';

/** Poster of each service, by structure. */
export const servicePosters: Readonly<Record<Structure, Poster>> = {
  'cable-stayed-fan': cableStayedFan,
  cantilever,
  'closed-loop': closedLoop,
  'hanger-chart': hangerChart,
  'keystone-arch': keystoneArch,
  'launched-truss': launchedTruss,
  'market-hall': marketHall,
  'self-bearing-span': selfBearingSpan,
  'space-frame': spaceFrame,
  'stepped-viaduct': steppedViaduct,
  'swing-bridge': swingBridge,
};

/** Posters for the cards of the home page: the services, and technology staffing. */
export const cardPosters = { ...servicePosters, 'lifted-segment': liftedSegment };
