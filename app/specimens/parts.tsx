import { ActionLink } from '../components/action-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { DefinitionGrid } from '../components/definition-grid.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { StepSequence } from '../components/step-sequence.tsx';
import { TickList } from '../components/tick-list.tsx';
import { BrokenSpan } from '../drawings/broken-span.tsx';
import { CableStayedFan } from '../drawings/cable-stayed-fan.tsx';
import { ErrorScreen } from '../error-screen.tsx';

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte';

const items = ['A first', 'A second', 'A third with a longer title', 'A fourth'].map((title) => ({
  title,
  text: 'A sentence or two about it, so that the lines wrap as they do on a page.',
}));

/** How pages begin: with a lead and actions, without, and with words too long for any line. */
export function Openings() {
  return (
    <>
      <PageHero
        title="How a page begins"
        lead="What it is about, in a sentence or two."
        drawing={<CableStayedFan gradient={['lamp', 'harbour']} />}
      >
        <ActionLink to="/specimens" label="Do this" />
        <ProductAction link="/specimens" external={false} label="Or that" subject="a product" />
      </PageHero>
      <PageHero title={longWord} lead={`A lead with ${longWord.toLowerCase()} in it.`} drawing={<BrokenSpan />} />
    </>
  );
}

const failure = new Error('What went wrong');

/** What stands in the place of a page that failed. */
export function Failure() {
  return <ErrorScreen error={failure} />;
}

export function Parts() {
  return (
    <>
      <DefinitionGrid title="Definitions" items={[...items.slice(0, 3), { title: longWord, text: longWord }]} />
      <StepSequence title="Steps" steps={items} />
      <div className="wrap">
        <TickList items={items.map(({ title }) => title)} />
      </div>
      <CallToAction title="A call to action" text="Why to follow it." label="Follow it" to="/specimens" />
    </>
  );
}
