import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, MetaArgs, MetaDescriptor } from 'react-router';

import { productPage } from '../../content/product-page.ts';
import { products } from '../../content/products/index.ts';
import { ActionLink, CallToAction } from '../components/call-to-action.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { type Composition, ProductBody } from '../components/product-body.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { BarcodeSpan } from '../drawings/barcode-span.tsx';
import { JoinedDecks } from '../drawings/joined-decks.tsx';
import { SagGauge } from '../drawings/sag-gauge.tsx';
import { StrandTraces } from '../drawings/strand-traces.tsx';
import { TransporterBridge } from '../drawings/transporter-bridge.tsx';
import { metaTags, pageHead } from '../page-head.ts';

/** What is each page's own, by the last part of its address: the structure that stands for the product, and where its document is. */
const looks: Readonly<Record<string, { Structure: ComponentType; composition: Composition }>> = {
  'adp-connector': { Structure: JoinedDecks, composition: { beside: 'answers', side: 'right' } },
  'bartender-connector': { Structure: BarcodeSpan, composition: { beside: 'features', side: 'left' } },
  bbptechnologies: { Structure: StrandTraces, composition: { beside: 'problem', side: 'left' } },
  lis365: { Structure: SagGauge, composition: { beside: 'features', side: 'right' } },
  shipguru: { Structure: TransporterBridge, composition: { beside: 'problem', side: 'right' } },
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

/** Also on the page's card. */
export function Drawing({ slug }: { slug: string }) {
  const { Structure } = lookOf(slug);
  return <Structure />;
}

function lookOf(slug: string) {
  const look = looks[slug];
  if (look === undefined) throw new Error(`app/pages/product.tsx has no drawing for the product ${slug}`);
  return look;
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
      <ProductBody {...product} featuresTitle={words.features} composition={lookOf(product.slug).composition} />
      <CallToAction {...words.callToAction} />
    </div>
  );
}

/** Name and actions. The icon's tile hangs from the ground that the drawing stands on, so that it covers none of it. */
function Opening({ product, words }: { product: Product; words: Words }) {
  return (
    <section className="wrap flex flex-wrap items-end justify-between gap-8">
      <div>
        <div className="mb-6 w-fit border border-t-0 border-hairline p-3">
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
