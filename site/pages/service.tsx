import type { Service } from '../../content/schema/service.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { structures } from '../drawings/structures.ts';
import type { PageProps } from '../site.ts';
import { compositions } from '../service/compositions.tsx';

/** Also on the page's card. */
export function Drawing({ structure, gradient }: Pick<Service, 'structure' | 'gradient'>) {
  const { Drawing: StructureDrawing } = structures[structure];
  return <StructureDrawing gradient={gradient} />;
}

/** The layout of the service pages: all open and close alike, and between lies the service's composition. */
export default function ServicePage({ site, page: { path } }: PageProps) {
  const { services, servicePage: words } = site.words;
  const service = services.find(({ slug }) => path === `/services/${slug}`);
  if (!service) throw new Error(`No service has the address ${path}`);
  const Composition = compositions[service.composition];
  return (
    <>
      <PageHero
        title={service.title}
        lead={service.situation}
        structure={service.structure}
        drawing={<Drawing {...service} />}
      />
      {/* Amber is the colour of what can be done: what is only read takes the other end of the line. */}
      <div data-accent={service.gradient.find((accent) => accent !== 'lamp')}>
        <Composition service={service} words={words} />
      </div>
      <CallToAction {...service.callToAction} {...words.callToAction} />
    </>
  );
}
