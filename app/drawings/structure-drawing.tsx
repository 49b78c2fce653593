import type { ComponentType } from 'react';

import type { Gradient } from '../../content/accent.ts';
import type { Structure } from '../../content/services/service.ts';
import { CableStayedFan } from './cable-stayed-fan.tsx';
import { Cantilever } from './cantilever.tsx';
import { ClosedLoop } from './closed-loop.tsx';
import { HangerChart } from './hanger-chart.tsx';
import { KeystoneArch } from './keystone-arch.tsx';
import { LatticeTruss } from './lattice-truss.tsx';
import { MarketHall } from './market-hall.tsx';
import { SignalArcs } from './signal-arcs.tsx';
import { SpaceFrame } from './space-frame.tsx';
import { SteppedViaduct } from './stepped-viaduct.tsx';
import { SwingBridge } from './swing-bridge.tsx';

const drawings: Record<Structure, ComponentType<{ gradient: Gradient }>> = {
  'signal-arcs': SignalArcs,
  'hanger-chart': HangerChart,
  'closed-loop': ClosedLoop,
  'stepped-viaduct': SteppedViaduct,
  'lattice-truss': LatticeTruss,
  'cable-stayed-fan': CableStayedFan,
  'keystone-arch': KeystoneArch,
  cantilever: Cantilever,
  'market-hall': MarketHall,
  'swing-bridge': SwingBridge,
  'space-frame': SpaceFrame,
};

/** The structure that content names, its main line from the first accent to the second. Hidden from screen readers. */
export function StructureDrawing({ structure, gradient }: { structure: Structure; gradient: Gradient }) {
  const Drawing = drawings[structure];
  return <Drawing gradient={gradient} />;
}
