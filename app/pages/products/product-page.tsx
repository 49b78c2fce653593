import type { ComponentType } from 'react';

import { ActionLink } from '../../components/action-link.tsx';
import { CallToAction } from '../../components/call-to-action.tsx';
import { ProductAction } from '../../components/product-action.tsx';
import { ProductIcon } from '../../components/product-icon.tsx';
import type { loader } from './product-data.ts';

type Product = ReturnType<typeof loader>['product'];
type Words = ReturnType<typeof loader>['words'];

/** The layout of the product pages, with the drawing that stands for one of them: its module exports it for the card too. */
export function productPage(Drawing: ComponentType) {
  return function ProductPage({ loaderData: { product, words } }: { loaderData: ReturnType<typeof loader> }) {
    return (
      <div data-accent={product.color}>
        <div className="flex justify-center overflow-clip border-b border-hairline">
          <Drawing />
        </div>
        <Opening product={product} words={words} />
        <Description paragraphs={product.description} />
        <Features title={words.features} features={product.features} />
        <CallToAction {...words.callToAction} />
      </div>
    );
  };
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
