import type { ComponentType } from 'react';

import type { Structure } from '../../content/schema/fields.ts';
import * as cableStayedFan from './cable-stayed-fan.tsx';
import * as cantilever from './cantilever.tsx';
import * as closedLoop from './closed-loop.tsx';
import * as hangerChart from './hanger-chart.tsx';
import * as keystoneArch from './keystone-arch.tsx';
import * as launchedTruss from './launched-truss.tsx';
import * as marketHall from './market-hall.tsx';
import * as selfBearingSpan from './self-bearing-span.tsx';
import * as spaceFrame from './space-frame.tsx';
import type { InColours, RunsOn, Stage } from './sheet.tsx';
import * as steppedViaduct from './stepped-viaduct.tsx';
import * as swingBridge from './swing-bridge.tsx';

interface Drawn {
  Drawing: ComponentType<InColours>;
  /** How it is built or loaded. */
  stages: readonly Stage[];
  runsOn?: RunsOn;
  /** How much of the sheet is empty above it. */
  sky?: number;
}

export const structures: Readonly<Record<Structure, Drawn>> = {
  'cable-stayed-fan': { ...cableStayedFan, Drawing: cableStayedFan.CableStayedFan },
  cantilever: { ...cantilever, Drawing: cantilever.Cantilever },
  'closed-loop': { ...closedLoop, Drawing: closedLoop.ClosedLoop },
  'hanger-chart': { ...hangerChart, Drawing: hangerChart.HangerChart },
  'keystone-arch': { ...keystoneArch, Drawing: keystoneArch.KeystoneArch },
  'launched-truss': { ...launchedTruss, Drawing: launchedTruss.LaunchedTruss },
  'market-hall': { ...marketHall, Drawing: marketHall.MarketHall },
  'self-bearing-span': { ...selfBearingSpan, Drawing: selfBearingSpan.SelfBearingSpan },
  'space-frame': { ...spaceFrame, Drawing: spaceFrame.SpaceFrame },
  'stepped-viaduct': { ...steppedViaduct, Drawing: steppedViaduct.SteppedViaduct },
  'swing-bridge': { ...swingBridge, Drawing: swingBridge.SwingBridge },
};
