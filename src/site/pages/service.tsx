import type { Content } from '../../content/content-models.ts';
import type { Service } from '../../content/schema/service.ts';
import { FitSection, QuestionsSection, RelatedLinks } from '../components/fit-and-questions.tsx';
import { ActionLink, PageClosing, PageHero } from '../components/blocks.tsx';
import { ClientProof } from '../components/proof.tsx';
import { Stations } from '../components/stations.tsx';
import { TextLink } from '../components/text-link.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { findAccent } from '../drawings/poster.tsx';
import { getPoster } from '../drawings/posters.ts';
import { type PageProps, listRelatedLinks } from '../routes.ts';

/** A service in seven sections: situation, example, features, stations of the work, fit, questions, closing. */
export default function ServicePage({ site, page: { path } }: PageProps) {
  const { services, servicePage: texts, answers, proof } = site.content;
  const service = services.find(({ slug }) => path === `/services/${slug}`);
  if (!service) throw new Error(`No service has the path ${path}`);
  const poster = getPoster(service.structure);
  const accent = findAccent(service.gradient);
  const action = { ...texts.callToAction, subjectKey: `services/${service.slug}` };
  return (
    <div data-accent={accent} data-hour={poster.hour}>
      <PageHero poster={poster} posterLabels={service.written} title={service.title} lead={service.situation}>
        <ActionLink {...action} />
      </PageHero>
      <Situation service={service} texts={texts} newTab={site.content.controls.newTab} />
      <WorkedExample example={service.example} accent={accent} />
      <Features service={service} texts={texts} />
      <Stations
        title={service.stepsTitle}
        steps={service.steps}
        keepLabel={texts.deliverables}
        structure={service.structure}
      />
      <FitSection
        fit={{ ...service.fit, worksWith: service.technologies }}
        texts={{ ...answers, fit: { ...answers.fit, worksWith: texts.technologies } }}
      />
      <ClientProof proof={proof} path={path} />
      <QuestionsSection {...service} texts={answers} path={path} />
      <PageClosing poster={poster} {...service.callToAction} {...action}>
        <h3 className="mt-12 mb-3 font-semibold">{answers.related}</h3>
        <RelatedLinks items={listRelatedLinks(site, service.related)} />
      </PageClosing>
    </div>
  );
}

interface SectionProps {
  service: Service;
  texts: Content['servicePage'];
}

function Situation({ service, texts, newTab }: SectionProps & { newTab: string }) {
  return (
    <section className="wrap band grid gap-x-8 gap-y-10 menu:grid-cols-12">
      <div className="menu:col-span-6">
        <h2 className="text-h2 font-bold">{texts.description}</h2>
        <div className="mt-6 grid gap-4 text-lead">
          {service.description.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {service.makerPages?.map(({ label, to }) => (
            <TextLink key={to} href={to} newTab={newTab} className="link justify-self-start">
              {label}
            </TextLink>
          ))}
        </div>
      </div>
      <div className="menu:col-span-5 menu:col-start-8">
        <h2 className="text-h2 font-bold">{texts.benefits}</h2>
        <ul className="mt-6 font-display text-h3 font-bold">
          {service.benefits.map((benefit) => (
            <li key={benefit} className="border-l-6 border-accent py-1 pl-5 not-first:mt-6">
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Few and large: each title is read at a glance. */
function Features({ service: { features }, texts }: SectionProps) {
  return (
    <section className="wrap band">
      <h2 className="text-h2 font-bold">{texts.features}</h2>
      <ul className="filled mt-8 grid gap-x-8 gap-y-7 sm:gap-y-10">
        {features.map(({ title, text }) => (
          <li key={title} className="border-t-6 border-accent pt-4">
            <h3 className="text-h3 font-bold sm:text-h2">{title}</h3>
            <p className="mt-2 text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
