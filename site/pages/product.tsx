import { type ComponentType, Fragment, type ReactNode } from 'react';

import type { ProductPage as ProductContent } from '../../content/schema/product.ts';
import type { Content } from '../../content/kinds.ts';
import { FitSection, Related } from '../components/answers.tsx';
import { ActionLink, CallToAction } from '../components/blocks.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { ProductFeatures, ProductStory } from '../components/product-body.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { WorkedExample } from '../components/worked-example.tsx';
import { BarcodeSpan } from '../drawings/barcode-span.tsx';
import { JoinedDecks } from '../drawings/joined-decks.tsx';
import { SampleThread } from '../drawings/sample-thread.tsx';
import { StrandTraces } from '../drawings/strand-traces.tsx';
import { TransporterBridge } from '../drawings/transporter-bridge.tsx';
import { type PageProps, waysOn } from '../routes.ts';

const structures: Readonly<Record<ProductContent['structure'], ComponentType>> = {
  'barcode-span': BarcodeSpan,
  'joined-decks': JoinedDecks,
  'sample-thread': SampleThread,
  'strand-traces': StrandTraces,
  'transporter-bridge': TransporterBridge,
};

type Block = 'story' | 'example' | 'features' | 'fit';

/** What of a product's page lies between its opening and its ways on: the same blocks in orders of their own. */
const orders: Readonly<Record<ProductContent['structure'], readonly Block[]>> = {
  'barcode-span': ['example', 'story', 'features', 'fit'],
  'joined-decks': ['story', 'example', 'features', 'fit'],
  'sample-thread': ['example', 'story', 'fit', 'features'],
  'strand-traces': ['story', 'example', 'fit', 'features'],
  'transporter-bridge': ['story', 'features', 'example', 'fit'],
};

type Product = Content['products'][number];
type Words = Content['productPage'] & Content['controls'];

/** The layout of the product pages. */
export default function ProductPage({ site, page: { path } }: PageProps) {
  const { words: content } = site;
  const product = content.products.find(({ slug }) => path === `/products/${slug}`);
  if (!product?.page) throw new Error(`No product has the address ${path}`);
  const { description, features, structure, document, example, callToAction } = product.page;
  const words = { ...content.productPage, ...content.controls };
  const Drawing = structures[structure];
  const order = orders[structure];
  const own = { ...product, document };
  const blocks: Record<Block, ReactNode> = {
    story: <ProductStory {...own} description={description} />,
    example: example && <WorkedExample example={example} accent={product.color} />,
    features: <ProductFeatures {...own} title={words.features} features={features} />,
    fit: (
      <div className={order.at(-1) === 'fit' ? '' : 'pb-(--air)'}>
        <FitSection fit={product.fit} words={content.answers} />
      </div>
    ),
  };
  return (
    <div data-accent={product.color} className={order[0] === 'example' ? 'stations-first' : ''}>
      <div className="tinted flex justify-center overflow-clip border-b border-hairline">
        <Drawing />
      </div>
      <Opening product={product} words={words} />
      {order.map((name) => (
        <Fragment key={name}>{blocks[name]}</Fragment>
      ))}
      <Related items={waysOn(site, product.related)} words={content.answers} />
      <CallToAction tinted {...callToAction} {...words.callToAction} about={`products/${product.slug}`} />
    </div>
  );
}

/** Name and actions. The icon stands in line with what the product is. */
function Opening({ product, words }: { product: Product; words: Words }) {
  return (
    <section className="wrap flex flex-wrap items-end justify-between gap-8 py-10">
      <div>
        <h1 tabIndex={-1} className="text-brave font-bold tracking-[-0.035em]">
          {product.title}
        </h1>
        <div className="mt-4 flex items-center gap-3">
          <ProductIcon icon={product.icon} />
          <p className="text-balance text-h3 font-semibold text-accent">{product.subtitle}</p>
        </div>
        {product.maker ? <p className="mt-3 text-quiet">{words.maker.replace('{maker}', product.maker)}</p> : null}
      </div>
      <div className="flex flex-wrap gap-4">
        <ActionLink to={words.callToAction.to} label={words.callToAction.label} about={`products/${product.slug}`} />
        {product.external ? (
          <ProductAction link={product.link} external label={words.visit} subject={product.title} words={words} />
        ) : null}
      </div>
    </section>
  );
}
