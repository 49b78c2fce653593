import { expect, it, vi } from 'vitest';
import { setField } from '../../../content/merge-content.ts';
import { releaseFiles } from '../../../content/release-files.ts';
import { openContentStores } from '../../../content/testing/open-content-stores.ts';
import { editingActions, type EditingActionName } from '../editing.ts';
import { openDraftSync } from './draft-sync.ts';

const by = 'anna@example.com';
const [about, home, terms] = ['about.yaml', 'home.yaml', 'terms.yaml'];
const having = (file: string, text: string) => setField(releaseFiles, { file, path: ['title'] }, text)[file];

/** Opens the drafts of a window. `requests` are the files that it sends, `open` where it asks for all. */
async function openWindow() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stores = openContentStores();
  const { revisionStore } = stores;
  const requests: string[] = [];
  const connection: { isThere?: Promise<void> } = {};
  const listeners: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => listeners.push(listener));
  vi.stubGlobal('fetch', async (path: string, { body }: { body: URLSearchParams }) => {
    const name = path.replace('/content/', '') as EditingActionName;
    const input = body.get('input') ?? '';
    requests.push((JSON.parse(input) as { file?: string }).file ?? name);
    await connection.isThere;
    if (requests.length > 20) throw new Error('The window hammers the server');
    return Response.json(await editingActions[name](stores, by, input));
  });
  const sync = await openDraftSync(by);
  const saveElsewhere = (file: string) =>
    revisionStore.saveDraft({ file, by, base: releaseFiles[file], value: having(file, 'Elsewhere') });
  const focus = () => listeners.forEach((listen) => listen());
  return { sync, revisionStore, saveElsewhere, focus, connection, takeRequests: () => requests.splice(0) };
}

it('files that another window has overtaken are sent once, wait for the person, and hold up no other file', async () => {
  const { sync, revisionStore, saveElsewhere, takeRequests } = await openWindow();
  for (const file of [about, home]) await saveElsewhere(file);
  takeRequests();
  for (const file of [about, home, terms]) sync.change(file, having(file, 'Here'));
  expect(await sync.flush()).toBe(false);
  expect(takeRequests()).toEqual([about, home, terms]);
  sync.change(about, having(about, 'Here, later'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sync.flush()).toBe(false);
  expect(takeRequests()).toEqual([]);
  const { otherWindowDrafts } = sync.getState();
  expect(Object.keys(otherWindowDrafts)).toEqual([about, home]);
  for (const [file, theirs] of Object.entries(otherWindowDrafts))
    sync.change(file, having(file, 'Mine'), { known: theirs?.savedAt ?? null });
  expect([await sync.flush(), takeRequests()]).toEqual([true, [about, home]]);
  const saved = ['Mine', 'Mine', 'Here'].map((title) => ({ value: { title } }));
  expect(await revisionStore.listDrafts()).toMatchObject(saved);
});

it('a window has one request on its way, lest an earlier answer replaces a later one', async () => {
  const { sync, focus, connection, takeRequests } = await openWindow();
  takeRequests();
  const answer = Promise.withResolvers<void>();
  connection.isThere = answer.promise;
  focus();
  await vi.waitFor(() => expect(takeRequests()).toEqual(['open']));
  sync.change(about, having(about, 'Here'));
  const saved = sync.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(takeRequests()).toEqual([]);
  answer.resolve();
  expect(await saved).toBe(true);
  expect(takeRequests().filter((name) => name !== 'open')).toEqual([about]);
  expect(sync.getState().ownDrafts[about]).toMatchObject({ isSaved: true, value: having(about, 'Here') });
});

it.each([true, false])(
  'Publish waits for a picture that is being sent, and goes on if it was stored: %s',
  async (isStored) => {
    const { sync, revisionStore } = await openWindow();
    const sending = Promise.withResolvers<void>();
    const upload = sending.promise.then(() => {
      if (isStored) sync.change(about, having(about, 'With the picture'));
      return isStored;
    });
    void sync.trackUpload(upload);
    const ready = sync.settle();
    const minute = vi.advanceTimersByTimeAsync(60_000).then(() => 'waits');
    expect(await Promise.race([ready, minute])).toBe('waits');
    expect(sync.getState().pictureState).toBe('sending');
    sending.resolve();
    expect([await ready, sync.getState().pictureState]).toEqual([isStored, isStored ? undefined : 'failed']);
    expect(await revisionStore.listDrafts()).toHaveLength(isStored ? 1 : 0);
    expect(await sync.settle()).toBe(true);
  },
);
