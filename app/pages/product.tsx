import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, MetaArgs, MetaDescriptor } from 'react-router';

import { productPage } from '../../content/product-page.ts';
import { products } from '../../content/products/index.ts';
import { ActionLink, CallToAction } from '../components/call-to-action.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { BarcodeSpan } from '../drawings/barcode-span.tsx';
import { JoinedDecks } from '../drawings/joined-decks.tsx';
import { SagGauge } from '../drawings/sag-gauge.tsx';
import { StrandTraces } from '../drawings/strand-traces.tsx';
import { TransporterBridge } from '../drawings/transporter-bridge.tsx';
import { metaTags, pageHead } from '../page-head.ts';

/** The structure that stands for each product with a page, by the last part of its address. */
const drawings: Readonly<Record<string, ComponentType>> = {
  'adp-connector': JoinedDecks,
  'bartender-connector': BarcodeSpan,
  bbptechnologies: StrandTraces,
  lis365: SagGauge,
  shipguru: TransporterBridge,
};

export function loader({ pattern }: LoaderFunctionArgs) {
  const product = products.find(({ page }) => pattern === `/products/${page?.slug}`);
  if (!product?.page) throw new Error(`No product has the address ${pattern}`);
  const { icon, title, subtitle, color, link, external, page } = product;
  const { slug, description, features } = page;
  return {
    head: pageHead(page.seo, pattern),
    product: { slug, icon, title, subtitle, color, link, external, description, features },
    words: productPage,
  };
}

export function meta({ loaderData }: MetaArgs<typeof loader>): MetaDescriptor[] {
  return metaTags(loaderData?.head);
}

/** Also on the page's card. Throws where a product has none. */
export function Drawing({ slug }: { slug: string }) {
  const Structure = drawings[slug];
  if (Structure === undefined) throw new Error(`app/pages/product.tsx has no drawing for the product ${slug}`);
  return <Structure />;
}

type Product = ReturnType<typeof loader>['product'];
type Words = ReturnType<typeof loader>['words'];

/** The layout of the product pages. */
export default function ProductPage({ loaderData: { product, words } }: { loaderData: ReturnType<typeof loader> }) {
  return (
    <div data-accent={product.color}>
      <div className="flex justify-center overflow-clip border-b border-hairline">
        <Drawing slug={product.slug} />
      </div>
      <Opening product={product} words={words} />
      <Description paragraphs={product.description} />
      <Features title={words.features} features={product.features} />
      <CallToAction {...words.callToAction} />
    </div>
  );
}

/** Name and actions, on the ground that the drawing stands on, with the icon as its mark. */
function Opening({ product, words }: { product: Product; words: Words }) {
  return (
    <section className="wrap flex flex-wrap items-end justify-between gap-8">
      <div>
        <div className="relative -mt-9 mb-8 w-fit border border-hairline bg-ground p-3">
          <ProductIcon icon={product.icon} />
        </div>
        <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
          {product.title}
        </h1>
        <p className="mt-3 text-h3 font-semibold text-accent">{product.subtitle}</p>
      </div>
      <div className="flex flex-wrap gap-4">
        <ActionLink to={words.callToAction.to} label={words.callToAction.label} />
        {product.external ? (
          <ProductAction link={product.link} external label={words.visit} subject={product.title} />
        ) : null}
      </div>
    </section>
  );
}

/** The problem, set large; below it what the product does about it, and how it is introduced. */
function Description({ paragraphs: [problem, ...answers] }: { paragraphs: Product['description'] }) {
  return (
    <div className="wrap band grid gap-x-8 gap-y-8 menu:grid-cols-12">
      <p className="max-w-4xl font-display text-h3 menu:col-span-12">{problem}</p>
      {answers.map((paragraph) => (
        <p key={paragraph} className="max-w-(--measure) border-t-3 border-accent pt-6 text-quiet menu:col-span-6">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

function Features({ title, features }: { title: string; features: Product['features'] }) {
  return (
    <section className="border-y border-hairline bg-raised">
      <div className="wrap band">
        <h2 className="text-h2 font-bold">{title}</h2>
        <dl className="mt-10">
          {features.map((feature) => (
            <div key={feature.title} className="grid gap-x-8 gap-y-2 border-t border-hairline py-6 menu:grid-cols-12">
              <dt className="font-display text-h3 font-bold menu:col-span-4">{feature.title}</dt>
              <dd className="max-w-(--measure) text-quiet menu:col-span-8">{feature.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
