import { Related } from '../components/answers.tsx';
import { HeroText } from '../components/blocks.tsx';
import { AvonGorge } from '../drawings/avon-gorge.tsx';
import { ChainLinks } from '../drawings/chain-links.tsx';
import { type PageProps, waysOn } from '../routes.ts';

/** Also on the page's card. */
export const Drawing = () => <AvonGorge gradient={['harbour', 'lamp']} />;

export default function About({ site }: PageProps) {
  const { about: page } = site.words;
  return (
    <>
      <section className="overflow-clip border-b border-hairline">
        <div className="wrap relative z-10 pt-10">
          <HeroText title={page.title} lead={page.lead} />
        </div>
        <div className="mt-8 h-[max(20rem,34vw)] menu:-mt-18">
          <Drawing />
        </div>
      </section>
      <div className="wrap band space-y-16">
        {[page.mission, page.vision].map(({ title, text }) => (
          <section key={title} className="grid gap-x-8 gap-y-4 menu:grid-cols-12">
            <h2 className="text-h3 font-bold text-quiet menu:col-span-3">{title}</h2>
            <p className="text-h2 menu:col-span-8">{text}</p>
          </section>
        ))}
      </div>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <h2 className="text-h2 font-bold">{page.values.title}</h2>
          <dl className="mt-8">
            {page.values.items.map(({ title, text }) => (
              <div key={title} className="grid gap-x-8 gap-y-2 border-t border-hairline py-8 menu:grid-cols-12">
                <dt className="font-display text-h2 font-bold text-lamp menu:col-span-5">{title}</dt>
                <dd className="menu:col-span-7">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <div className="h-[max(5rem,8.25vw)] overflow-clip">
        <ChainLinks gradient={['lamp', 'harbour']} />
      </div>
      <section className="wrap grid gap-x-8 gap-y-5 pt-12 menu:grid-cols-12">
        <h2 className="text-h2 font-bold menu:col-span-4">{page.place.title}</h2>
        <p className="text-lead menu:col-span-7 menu:col-start-6">{page.place.text}</p>
      </section>
      <Related items={waysOn(site, page.related)} words={site.words.answers} />
    </>
  );
}
