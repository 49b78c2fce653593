import type { ComponentType } from 'react';

import type { Gradient } from '../../content/accent.ts';
import type { Structure } from '../../content/structure.ts';
import { CableStayedFan } from './cable-stayed-fan.tsx';
import { Cantilever } from './cantilever.tsx';
import { ClosedLoop } from './closed-loop.tsx';
import { HangerChart } from './hanger-chart.tsx';
import * as keystoneArch from './keystone-arch.tsx';
import { LatticeTruss } from './lattice-truss.tsx';
import { MarketHall } from './market-hall.tsx';
import { SignalArcs } from './signal-arcs.tsx';
import { SpaceFrame } from './space-frame.tsx';
import type { Stage } from './stage-drawing.tsx';
import { SteppedViaduct } from './stepped-viaduct.tsx';
import { SwingBridge } from './swing-bridge.tsx';

/** The drawing of each structure, and how it is built or loaded, in five stages. */
export const structures: Readonly<
  Record<Structure, { Drawing: ComponentType<{ gradient: Gradient }>; stages: readonly Stage[] }>
> = {
  'cable-stayed-fan': { Drawing: CableStayedFan, stages: [] },
  cantilever: { Drawing: Cantilever, stages: [] },
  'closed-loop': { Drawing: ClosedLoop, stages: [] },
  'hanger-chart': { Drawing: HangerChart, stages: [] },
  'keystone-arch': { Drawing: keystoneArch.KeystoneArch, stages: keystoneArch.stages },
  'lattice-truss': { Drawing: LatticeTruss, stages: [] },
  'market-hall': { Drawing: MarketHall, stages: [] },
  'signal-arcs': { Drawing: SignalArcs, stages: [] },
  'space-frame': { Drawing: SpaceFrame, stages: [] },
  'stepped-viaduct': { Drawing: SteppedViaduct, stages: [] },
  'swing-bridge': { Drawing: SwingBridge, stages: [] },
};
