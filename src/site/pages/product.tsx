import type { ProductPage as ProductContent } from '../../content/schema/product.ts';
import type { Content } from '../../content/content-types.ts';
import { FitSection, RelatedLinks } from '../components/fit-and-questions.tsx';
import { ActionLink, PageClosing, PageHero } from '../components/blocks.tsx';
import { ClientProof } from '../components/proof.tsx';
import { ProductLink } from '../components/product-link.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { getPoster } from '../drawings/posters.ts';
import { ProductDocumentDrawing } from '../drawings/product-document.tsx';
import { type PageProps, listRelatedLinks } from '../routes.ts';

type Product = Content['products'][number];

/** A product in five sections: its poster, its document beside what it does, an example, what decides, close. */
export default function ProductPage({ site, page: { path } }: PageProps) {
  const { productPage, answers, controls, products, proof } = site.content;
  const index = products.findIndex(({ slug }) => path === `/products/${slug}`);
  const product = products[index];
  if (!product?.page) throw new Error(`No product has the path ${path}`);
  const { structure, description, features, example, callToAction } = product.page;
  const { title, color, external, link } = product;
  const poster = getPoster(structure);
  const action = { ...productPage.callToAction, subjectKey: `products/${product.slug}` };
  return (
    <div data-accent={color} data-hour={poster.hour}>
      <PageHero
        poster={poster}
        title={title}
        headingSize="text-brave"
        lead={<Subtitle product={product} maker={controls.maker} />}
      >
        <ActionLink {...action} />
        {external ? (
          <ProductLink href={link} isExternal label={productPage.visit} productName={title} texts={controls} />
        ) : null}
      </PageHero>
      <Description paragraphs={description} />
      <Features product={product} features={features} title={productPage.features} isLeft={index % 2 === 0} />
      {example ? <WorkedExample example={example} accent={color} /> : null}
      <div className="pb-(--air)">
        <FitSection fit={product.fit} texts={answers} />
        <ClientProof proof={proof} path={path} />
      </div>
      <PageClosing poster={poster} {...callToAction} {...action}>
        <RelatedLinks items={listRelatedLinks(site, product.related)} look="mt-10" />
      </PageClosing>
    </div>
  );
}

/** Icon and subtitle of the product, and its maker if that is another company. */
function Subtitle({ product: { icon, subtitle, maker }, maker: madeBy }: { product: Product; maker: string }) {
  return (
    <>
      <span className="flex items-center gap-3 text-h3 font-semibold">
        <ProductIcon icon={icon} />
        {subtitle}
      </span>
      {maker ? <span className="mt-3 block">{madeBy.replace('{maker}', maker)}</span> : null}
    </>
  );
}

/** Problem, and how the product solves it. */
function Description({ paragraphs: [problem, ...answers] }: { paragraphs: readonly string[] }) {
  return (
    <div className="wrap band grid gap-x-8 gap-y-6 menu:grid-cols-12">
      <p className="font-display text-h3 font-bold text-pretty menu:col-span-5">{problem}</p>
      <div className="grid content-start gap-4 text-lead menu:col-span-6 menu:col-start-7">
        {answers.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </div>
  );
}

interface FeaturesProps {
  product: Product;
  features: ProductContent['features'];
  title: string;
  /** Places the document on the left. */
  isLeft: boolean;
}

/** Features of the product, beside its paper or screen. */
function Features({ product: { icon, color, picture }, features, title, isLeft }: FeaturesProps) {
  return (
    <section className={`work ${isLeft ? 'work-left' : ''}`}>
      <div className="work-words content-center">
        <h2 className="text-h2 font-bold">{title}</h2>
        <dl className="-mt-(--air) grid gap-8 pt-8 sm:grid-cols-2">
          {features.map((feature) => (
            <div key={feature.title} className="border-t-6 border-accent pt-3">
              <dt className="font-display text-h3 font-bold">{feature.title}</dt>
              <dd className="mt-2 text-quiet">{feature.text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="plane sky">
        <div>
          <ProductDocumentDrawing icon={icon} accent={color} picture={picture} />
        </div>
      </div>
    </section>
  );
}
