import { createContext, type ActionFunctionArgs, type RouterContext, type ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Enquiries } from '../../enquiries/enquiries.ts';
import { createPageRenderer } from './page-renderer.ts';

type Receiver = Pick<Enquiries, 'receive'>;

/** The smallest build that React Router runs: one route whose action uses the core as the contact page does. */
function buildWith(enquiriesContext: RouterContext<Receiver>, entry: object): ServerBuild {
  const action = async ({ request, context }: ActionFunctionArgs) => {
    const fields = Object.fromEntries(await request.formData());
    return Response.json(await context.get(enquiriesContext).receive(fields));
  };
  const build = {
    entry: { module: { default: () => new Response(), ...entry } },
    routes: { root: { id: 'root', path: 'contact', module: { action } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  };
  return build as unknown as ServerBuild;
}

const enquiries: Receiver = {
  receive: async (input) => ({ outcome: 'accepted', id: JSON.stringify(input), reference: '0000-0001' }),
};

function post(): Request {
  return new Request('http://localhost:3000/contact', { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) });
}

describe('the page renderer', () => {
  const enquiriesContext = createContext<Receiver>();
  const reportFaultContext = createContext<(fault: unknown) => void>();

  it.each(['a build', 'a loader of builds'])('hands what takes a form to the pages of %s', async (what) => {
    const build = buildWith(enquiriesContext, { enquiriesContext, reportFaultContext });
    const render = createPageRenderer({ build: what === 'a build' ? build : async () => build });
    expect(await (await render(post(), enquiries)).json()).toMatchObject({ outcome: 'accepted', id: '{"name":"Ada"}' });
  });

  it('says when the build does not tell where the core goes', async () => {
    const render = createPageRenderer({ build: buildWith(enquiriesContext, {}) });
    await expect(render(post(), enquiries)).rejects.toThrow(/must export enquiriesContext/);
  });
});
