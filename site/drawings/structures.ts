import type { ComponentType } from 'react';

import type { Gradient, Structure } from '../../content/schema/fields.ts';
import * as cableStayedFan from './cable-stayed-fan.tsx';
import * as cantilever from './cantilever.tsx';
import * as closedLoop from './closed-loop.tsx';
import * as hangerChart from './hanger-chart.tsx';
import * as keystoneArch from './keystone-arch.tsx';
import * as launchedTruss from './launched-truss.tsx';
import * as marketHall from './market-hall.tsx';
import * as selfBearingSpan from './self-bearing-span.tsx';
import * as spaceFrame from './space-frame.tsx';
import type { Stage } from './sheet.tsx';
import * as steppedViaduct from './stepped-viaduct.tsx';
import * as swingBridge from './swing-bridge.tsx';

/** The drawing of each structure, and how it is built or loaded, stage by stage. */
export const structures: Readonly<
  Record<Structure, { Drawing: ComponentType<{ gradient: Gradient }>; stages: readonly Stage[] }>
> = {
  'cable-stayed-fan': { Drawing: cableStayedFan.CableStayedFan, stages: cableStayedFan.stages },
  cantilever: { Drawing: cantilever.Cantilever, stages: cantilever.stages },
  'closed-loop': { Drawing: closedLoop.ClosedLoop, stages: closedLoop.stages },
  'hanger-chart': { Drawing: hangerChart.HangerChart, stages: hangerChart.stages },
  'keystone-arch': { Drawing: keystoneArch.KeystoneArch, stages: keystoneArch.stages },
  'launched-truss': { Drawing: launchedTruss.LaunchedTruss, stages: launchedTruss.stages },
  'market-hall': { Drawing: marketHall.MarketHall, stages: marketHall.stages },
  'self-bearing-span': { Drawing: selfBearingSpan.SelfBearingSpan, stages: selfBearingSpan.stages },
  'space-frame': { Drawing: spaceFrame.SpaceFrame, stages: spaceFrame.stages },
  'stepped-viaduct': { Drawing: steppedViaduct.SteppedViaduct, stages: steppedViaduct.stages },
  'swing-bridge': { Drawing: swingBridge.SwingBridge, stages: swingBridge.stages },
};
