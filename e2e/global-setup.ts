import { findFreshBuild } from '../src/start/testing/fresh-build.ts';

/** Tells once what to do, before each journey fails. */
export default function checkBuild(): void {
  findFreshBuild();
}
