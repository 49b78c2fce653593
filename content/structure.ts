/** Structures that a service may be drawn as: the files of that name in app/drawings/. */
export type Structure =
  | 'cable-stayed-fan'
  | 'cantilever'
  | 'closed-loop'
  | 'hanger-chart'
  | 'keystone-arch'
  | 'launched-truss'
  | 'market-hall'
  | 'self-bearing-span'
  | 'space-frame'
  | 'stepped-viaduct'
  | 'swing-bridge';
