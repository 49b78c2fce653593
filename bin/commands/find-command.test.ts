import { describe, expect, it } from 'vitest';
import { commands } from './admin.ts';
import { nearestCommands } from './find-command.ts';

describe('a mistyped command', () => {
  it.each([
    ['docter', ['doctor']],
    ['dcotor', ['doctor']],
    ['enquiries lst', ['enquiries list']],
    ['enquires list', ['enquiries list']],
    ['enquiries retyr', ['enquiries retry']],
    ['enqiries eraze', ['enquiries erase']],
    ['contact gte', ['contact get']],
    ['contact zet', ['contact get', 'contact set']],
    ['list', ['enquiries list']],
    ['purge --yes', ['enquiries purge']],
    ['list enquiries', ['enquiries list']],
    ['database mvoe', ['database move']],
  ])('%j is recognised', (asked, meant) => {
    expect(nearestCommands(commands, asked.split(' '))).toEqual(meant);
  });

  it.each(['nonsense', 'x', 'enquiries nonsense', '--yes', 'toString'])('%j is like no other', (asked) => {
    expect(nearestCommands(commands, asked.split(' '))).toEqual([]);
  });
});
