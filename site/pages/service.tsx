import { type ComponentProps, Fragment, type ReactNode } from 'react';

import type { Content } from '../../content/kinds.ts';
import type { Composition, Service } from '../../content/schema/service.ts';
import { FitSection, Questions, Related } from '../components/answers.tsx';
import { ActionLink, DefinitionGrid, PageHero, TickList } from '../components/blocks.tsx';
import { BuiltPart, ClosingSpan, Features, label, Steps, TechnologyGrid } from '../components/service-blocks.tsx';
import { ClientProof } from '../components/proof.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { structures } from '../drawings/structures.ts';
import { type PageProps, waysOn } from '../routes.ts';

/** The layout of the service pages: all open and close alike, and between lies the service's composition. */
export default function ServicePage({ site, page: { path } }: PageProps) {
  const { services, answers } = site.words;
  const words = { ...site.words.servicePage, answers };
  const service = services.find(({ slug }) => path === `/services/${slug}`);
  if (!service) throw new Error(`No service has the address ${path}`);
  const { structure, composition, gradient, written } = service;
  const { Drawing } = structures[structure];
  const blocks = compositions[composition];
  const built = blocks.filter((name) => name in builtBlocks);
  const parts = built.length;
  return (
    <div data-accent={accentOf(service)}>
      <PageHero
        title={service.title}
        lead={service.situation}
        structure={structure}
        drawing={<Drawing gradient={gradient} tags={written} />}
      >
        <ActionLink {...words.callToAction} about={`services/${service.slug}`} />
      </PageHero>
      <div className={`service ${drawnOnTheLeft.has(composition) ? 'left stations-first' : ''}`}>
        {blocks.map((name) =>
          isBuilt(name) ? (
            <BuiltPart
              key={name}
              {...{ structure, parts }}
              part={built.indexOf(name)}
              caption={service.building?.[built.indexOf(name)]}
              title={words[name]}
              isLabel={name === 'benefits'}
            >
              {builtBlocks[name](service)}
            </BuiltPart>
          ) : (
            <Fragment key={name}>{flatBlocks[name](service, words)}</Fragment>
          ),
        )}
        <ClientProof proof={site.words.proof} path={path} />
        <Questions {...service} words={answers} path={path} />
        <Related items={waysOn(site, service.related)} words={answers} />
      </div>
      <ClosingSpan
        about={`services/${service.slug}`}
        {...service.callToAction}
        {...words.callToAction}
        {...{ structure, parts }}
      />
    </div>
  );
}

/** Amber is the colour of what can be done: what is only read takes the other end of the line. */
const accentOf = ({ gradient }: Pick<Service, 'gradient'>) => gradient.find((accent) => accent !== 'lamp');

type Show = (service: Omit<Service, 'seo'>, words: Content['servicePage'] & Pick<Content, 'answers'>) => ReactNode;

/** As high as the plate beside it. */
const filling = 'text-lead menu:grid menu:h-full';

/** Blocks beside which the structure is built, under the heading of the same name. */
const builtBlocks = {
  description: ({ description }) => (
    <div className="grid max-w-(--measure) gap-4 text-lead">
      {description.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  ),
  steps: ({ steps }) => <Steps look="lines" steps={steps} />,
  benefits: ({ benefits }) => (
    <ul className="said-first max-w-(--measure) text-lead text-quiet">
      {benefits.map((benefit) => (
        <li key={benefit} className="border-hairline pb-4 not-first:border-t not-first:pt-4">
          {benefit}
        </li>
      ))}
    </ul>
  ),
  deliverables: ({ deliverables }) => <TickList items={deliverables} look={filling} />,
} satisfies Record<string, (service: Service) => ReactNode>;

const featuresAs =
  (look: ComponentProps<typeof Features>['look']): Show =>
  (service, words) => (
    <Features look={look} title={words.features} items={service.features} accent={accentOf(service)} />
  );

/** Blocks from edge to edge. */
const flatBlocks = {
  technologies: ({ technologies }, words) =>
    technologies && (
      <div className="wrap pt-12">
        <TechnologyGrid title={words.technologies} names={technologies} />
      </div>
    ),
  fit: ({ fit }, { answers }) => <FitSection fit={fit} words={answers} />,
  example: (service) => <WorkedExample example={service.example} accent={accentOf(service)} />,
  stepsInRow: ({ steps }, words) => (
    <section className="in-row band border-y border-hairline bg-raised">
      <div className="wrap">
        <h2 className="text-h2 font-bold">{words.steps}</h2>
        <Steps look="row" steps={steps} />
      </div>
    </section>
  ),
  stair: ({ steps }, words) => (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{words.steps}</h2>
      <Steps look="stair" steps={steps} />
    </section>
  ),
  featureGrid: ({ features }, words) => (
    <div className="band pb-0">
      <DefinitionGrid title={words.features} items={features} />
    </div>
  ),
  statements: featuresAs('statements'),
  commits: featuresAs('commits'),
  ledger: featuresAs('ledger'),
  rules: featuresAs('rules'),
  columns: featuresAs('columns'),
  suite: featuresAs('suite'),
  deck: featuresAs('deck'),
  sheets: featuresAs('sheets'),
  slips: featuresAs('slips'),
  listings: featuresAs('listings'),
  /** The first benefit as large as a heading, the others quietly below it. */
  statement: ({ benefits }, words) => (
    <section className="wrap band pb-0">
      <h2 className={label}>{words.benefits}</h2>
      <ul className="said-first mt-4 grid gap-x-8 gap-y-6 text-lead text-quiet md:grid-cols-2">
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
    </section>
  ),
  /** The paper that comes with a delivery: ruled, and ticked off line by line. */
  handOver: ({ deliverables, technologies }, words) => (
    <section className="wrap band grid gap-8 pb-0 menu:grid-cols-12">
      <div className="menu:col-span-7">
        <div className="printed px-6 pt-6 pb-4">
          <h2 className="pb-4 text-h2 font-bold">{words.deliverables}</h2>
          <TickList items={deliverables} />
        </div>
      </div>
      <div className="menu:col-span-5">
        <TechnologyGrid title={words.technologies} names={technologies} />
      </div>
    </section>
  ),
} satisfies Record<string, Show>;

type Built = keyof typeof builtBlocks;
type Block = Built | keyof typeof flatBlocks;

const isBuilt = (name: Block): name is Built => name in builtBlocks;

const drawnOnTheLeft: ReadonlySet<Composition> = new Set(['spine', 'route', 'stair', 'inventory']);

/** What of a service page lies between its opening and its closing words: the same blocks in orders of their own. */
const compositions: Readonly<Record<Composition, readonly Block[]>> = {
  row: ['description', 'stepsInRow', 'fit', 'example', 'deliverables', 'featureGrid', 'technologies', 'benefits'],
  spine: ['description', 'fit', 'example', 'statements', 'steps', 'statement', 'deliverables', 'technologies'],
  plates: ['description', 'example', 'fit', 'steps', 'commits', 'handOver', 'benefits'],
  ledger: ['statement', 'description', 'fit', 'example', 'ledger', 'steps', 'deliverables', 'technologies'],
  bench: ['example', 'suite', 'description', 'fit', 'handOver', 'steps', 'benefits'],
  figure: ['example', 'statement', 'description', 'fit', 'columns', 'steps', 'deliverables', 'technologies'],
  stair: ['stair', 'example', 'description', 'fit', 'deliverables', 'rules', 'technologies', 'benefits'],
  route: ['description', 'listings', 'example', 'steps', 'fit', 'handOver', 'benefits'],
  weekend: ['example', 'steps', 'description', 'deck', 'fit', 'deliverables', 'technologies', 'statement'],
  inventory: ['description', 'sheets', 'example', 'stepsInRow', 'fit', 'technologies', 'deliverables', 'benefits'],
  counter: ['example', 'stepsInRow', 'description', 'slips', 'technologies', 'deliverables', 'fit', 'benefits'],
};
