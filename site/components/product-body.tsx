import type { DocumentPlace, Product, ProductPage } from '../../content/schema/product.ts';
import { ProductDocument } from '../drawings/product-document.tsx';

interface ProductBodyProps extends Pick<Product, 'icon' | 'color'> {
  description: ProductPage['description'];
  features: ProductPage['features'];
  featuresTitle: string;
  document: DocumentPlace;
}

/** What a product does, its key features, and what people see of it: in an order that differs from product to product. */
export function ProductBody({ icon, color, description, features, featuresTitle, document }: ProductBodyProps) {
  const [problem, ...answers] = description;
  const { beside, side } = document;
  const pair = 'grid gap-x-8 gap-y-10 md:grid-cols-2';
  const hung = (
    <div
      className={`self-start border-t-3 border-accent max-md:order-first md:sticky md:top-24 ${side === 'left' ? 'md:order-first' : ''}`}
    >
      <ProductDocument icon={icon} accent={color} />
    </div>
  );
  const statement = <p className={`font-display ${layouts[beside].statement}`}>{problem}</p>;
  const explanation = answers.map((paragraph) => (
    <div key={paragraph} className="border-t-3 border-accent pt-6">
      <p className="max-w-[30em] text-lead text-quiet">{paragraph}</p>
    </div>
  ));
  const list = <Features layout={layouts[beside]} features={features} />;
  return (
    <>
      <div className="wrap grid gap-y-10 pt-6 pb-(--air)">
        {beside === 'problem' ? (
          <div className={pair}>
            {statement}
            {hung}
          </div>
        ) : (
          statement
        )}
        {beside === 'answers' ? (
          <div className={pair}>
            <div className="grid content-start gap-8">{explanation}</div>
            {hung}
          </div>
        ) : (
          <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">{explanation}</div>
        )}
      </div>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band grid gap-y-10">
          <h2 className="text-h2 font-bold">{featuresTitle}</h2>
          {beside === 'features' ? (
            <div
              className={`grid gap-x-8 gap-y-10 ${side === 'left' ? 'menu:grid-cols-[8fr_5fr]' : 'menu:grid-cols-[5fr_8fr]'}`}
            >
              {list}
              {hung}
            </div>
          ) : (
            list
          )}
        </div>
      </section>
    </>
  );
}

const statement = 'text-pretty text-[length:clamp(1.2rem,1rem+1.1vw,1.9rem)]/[1.2]';
const across = `max-w-[34em] menu:text-balance ${statement}`;

/** Of the problem's statement, of the list of features and of each in it. */
const layouts: Record<DocumentPlace['beside'], { statement: string; list: string; item: string }> = {
  problem: {
    statement,
    list: 'grid gap-x-8 gap-y-6 sm:grid-cols-2 menu:grid-cols-4',
    item: 'row-span-2 grid grid-rows-subgrid gap-2 pt-6',
  },
  answers: { statement: across, list: '', item: 'grid gap-x-8 gap-y-2 py-6 md:grid-cols-2' },
  features: { statement: across, list: '', item: 'grid gap-1 py-4' },
};

function Features({ layout, features }: { layout: (typeof layouts)['problem']; features: ProductPage['features'] }) {
  return (
    <dl className={layout.list}>
      {features.map((feature) => (
        <div key={feature.title} className={`border-t border-hairline ${layout.item}`}>
          <dt className="font-display text-h3 font-bold">{feature.title}</dt>
          <dd className="max-w-[30em] text-quiet">{feature.text}</dd>
        </div>
      ))}
    </dl>
  );
}
