import type { Content } from '../../content/kinds.ts';
import type { Accent } from '../../content/schema/fields.ts';
import { Questions, Related } from '../components/answers.tsx';
import { ActionLink, CallToAction, DefinitionGrid, HeroText } from '../components/blocks.tsx';
import { Bays } from '../drawings/bays.tsx';
import { LiftedSegment } from '../drawings/lifted-segment.tsx';
import { RotaSpans } from '../drawings/rota-spans.tsx';
import { type PageProps, waysOn } from '../routes.ts';

export default function Resources({ site }: PageProps) {
  const { resources: page } = site.words;
  return (
    <>
      <section className="overflow-clip border-b border-hairline">
        <div className="wrap grid gap-x-8 menu:grid-cols-12">
          <div className="aspect-[50/43] max-h-[min(19rem,45svh)] overflow-y-clip menu:col-span-5 menu:col-start-8 menu:max-h-none menu:overflow-y-visible menu:row-start-1">
            <LiftedSegment gradient={['brick', 'lamp']} />
          </div>
          <div className="relative -mx-(--gutter) border-t border-outline px-(--gutter) pt-8 pb-12 menu:mx-0 menu:border-t-0 menu:px-0 menu:col-span-7 menu:row-start-1 menu:pt-48 menu:pb-20">
            <HeroText title={page.title} lead={page.lead} size="text-brave">
              <ActionLink {...page.action} about="resources" />
            </HeroText>
          </div>
        </div>
      </section>
      <section className="wrap band grid gap-x-8 gap-y-6 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-5">{page.intro.title}</h2>
        <div className="space-y-5 text-lead menu:col-span-6 menu:col-start-7">
          {page.intro.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <Categories {...page.categories} />
      <div className="h-(--air)" />
      <DefinitionGrid {...page.benefits} />
      <section data-accent="slate" className="tinted mt-(--air)">
        <div className="wrap band grid gap-x-8 gap-y-4 menu:grid-cols-12">
          <h2 className="text-h2 font-bold menu:col-span-5">{page.support.title}</h2>
          <p className="text-lead menu:col-span-6 menu:col-start-7">{page.support.text}</p>
          <div className="mt-8 menu:col-span-12">
            <div className="h-20 overflow-clip menu:h-32">
              <RotaSpans />
            </div>
            <ul className="mt-4 grid grid-cols-7 text-center font-semibold">
              {page.support.days?.map((day) => (
                <li key={day}>{day}</li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <Questions {...page} words={site.words.answers} path="/resources" />
      <Related items={waysOn(site, page.related)} words={site.words.answers} />
      <CallToAction {...page.callToAction} about="resources" />
    </>
  );
}

/** A board of all kinds of specialists: those of one group hang from one deck, a line each. */
function Categories({ title, items }: Content['resources']['categories']) {
  const groups = Map.groupBy(items, ({ group }) => group);
  return (
    <section className="border-y border-hairline bg-raised">
      <div className="wrap band">
        <h2 className="text-h2 font-bold">{title}</h2>
        {[...groups].map(([group, members], index) => (
          <div
            key={group}
            data-accent={groupAccents[index % groupAccents.length]}
            className="mt-10 grid gap-x-8 border-t-3 border-accent pt-4 menu:grid-cols-12"
          >
            <div className="flex flex-wrap items-center justify-between gap-4 pb-4 menu:col-span-3 menu:block">
              <h3 className="menu:pb-4 text-[length:clamp(1.4rem,1.2rem+0.8vw,2rem)]/[1.1] font-bold">{group}</h3>
              <Bays count={members.length} girder={index} />
            </div>
            <ul className="menu:col-span-9 menu:-mt-4">
              {members.map(({ name, description }) => (
                <li
                  key={name}
                  className="grid gap-x-8 border-hairline py-4 not-first:border-t md:grid-cols-9 md:items-baseline"
                >
                  <h4 className="font-text text-lead font-semibold md:col-span-4">{name}</h4>
                  <p className="text-quiet md:col-span-5">{description}</p>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

const groupAccents: readonly Accent[] = ['harbour', 'heather', 'brick', 'meadow', 'slate'];
