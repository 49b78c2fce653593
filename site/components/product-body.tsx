import type { DocumentPlace, Product, ProductPage } from '../../content/schema/product.ts';
import { ProductDocument } from '../drawings/product-document.tsx';

interface DocumentProps extends Pick<Product, 'icon' | 'color'> {
  document: DocumentPlace;
}

/** What people see of a product, beside what its page says in that place. */
function HungDocument({ icon, color, document: { side } }: DocumentProps) {
  return (
    <div
      className={`self-start border-t-3 border-accent max-md:order-first md:sticky md:top-24 ${side === 'left' ? 'md:order-first' : ''}`}
    >
      <ProductDocument icon={icon} accent={color} />
    </div>
  );
}

/** The problem, and what the product does about it. */
export function ProductStory({ description, ...product }: DocumentProps & Pick<ProductPage, 'description'>) {
  const [problem, ...answers] = description;
  const { beside } = product.document;
  const statement = <p className={`font-display ${layouts[beside].statement}`}>{problem}</p>;
  const explanation = answers.map((paragraph) => (
    <div key={paragraph} className="border-t-3 border-accent pt-6">
      <p className="max-w-[30em] text-lead text-quiet">{paragraph}</p>
    </div>
  ));
  return (
    <div className="wrap grid gap-y-10 pt-6 pb-(--air) [.example+&]:pt-(--air)">
      {beside === 'problem' ? (
        <div className={pair}>
          {statement}
          <HungDocument {...product} />
        </div>
      ) : (
        statement
      )}
      {beside === 'answers' ? (
        <div className={pair}>
          <div className="grid content-start gap-8">{explanation}</div>
          <HungDocument {...product} />
        </div>
      ) : (
        <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">{explanation}</div>
      )}
    </div>
  );
}

interface FeaturesProps extends DocumentProps, Pick<ProductPage, 'features'> {
  title: string;
}

/** What it does, feature by feature, in a layout that follows from where its document hangs. */
export function ProductFeatures({ title, features, ...product }: FeaturesProps) {
  const { beside, side } = product.document;
  const layout = layouts[beside];
  const columns = side === 'left' ? 'menu:grid-cols-[8fr_5fr]' : 'menu:grid-cols-[5fr_8fr]';
  return (
    <section className="border-y border-hairline bg-raised">
      <div className="wrap band grid gap-y-10">
        <h2 className="text-h2 font-bold">{title}</h2>
        <div className={beside === 'features' ? `grid gap-x-8 gap-y-10 ${columns}` : ''}>
          <dl className={layout.list}>
            {features.map((feature) => (
              <div key={feature.title} className={`border-t border-hairline ${layout.item}`}>
                <dt className="font-display text-h3 font-bold">{feature.title}</dt>
                <dd className="max-w-[30em] text-quiet">{feature.text}</dd>
              </div>
            ))}
          </dl>
          {beside === 'features' ? <HungDocument {...product} /> : null}
        </div>
      </div>
    </section>
  );
}

const pair = 'grid gap-x-8 gap-y-10 md:grid-cols-2';
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
