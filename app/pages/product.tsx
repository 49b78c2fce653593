import { productPage } from '../../content/product-page.ts';
import { products } from '../../content/products/index.ts';
import { ActionLink } from '../components/action-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { metaTags } from '../meta-tags.ts';
import { pageHead } from '../page-head.ts';
import type { Route } from './+types/product';

/** One layout for the products that have a page: the last part of the address says which. */
export function loader({ pattern }: Route.LoaderArgs) {
  const product = products.find(({ page }) => pattern === `/products/${page?.slug}`);
  if (!product?.page) throw new Error(`No product has the address ${pattern}`);
  const { icon, title, subtitle, color, link, external, page } = product;
  const { description, features } = page;
  return {
    head: pageHead(page.seo, pattern),
    product: { icon, title, subtitle, color, link, external, description, features },
    words: productPage,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.head);

export default function ProductPage({ loaderData: { product, words } }: Route.ComponentProps) {
  return (
    <article data-accent={product.color}>
      <section className="border-b border-hairline">
        <div className="wrap grid gap-x-8 gap-y-8 py-14 menu:grid-cols-12 menu:py-24">
          <div className="product-icon-plate menu:col-span-4">
            <ProductIcon icon={product.icon} />
          </div>
          <div className="menu:col-span-8">
            <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight">
              {product.title}
            </h1>
            <p className="mt-3 text-h3 font-semibold text-accent">{product.subtitle}</p>
            <div className="mt-8 flex flex-wrap gap-4">
              <ActionLink to={words.callToAction.to} label={words.callToAction.label} />
              {product.external ? (
                <ProductAction link={product.link} external label={words.visit} subject={product.title} />
              ) : null}
            </div>
          </div>
        </div>
      </section>
      <section className="wrap band max-w-none space-y-6">
        {product.description.map((paragraph, index) => (
          <p
            key={paragraph}
            className={index === 0 ? 'max-w-4xl font-display text-h3' : 'max-w-(--measure) text-quiet'}
          >
            {paragraph}
          </p>
        ))}
      </section>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <h2 className="text-h2 font-bold">{words.features}</h2>
          <dl className="mt-10">
            {product.features.map(({ title, text }) => (
              <div key={title} className="grid gap-x-8 gap-y-2 border-t border-hairline py-6 menu:grid-cols-12">
                <dt className="font-display text-h3 font-bold menu:col-span-4">{title}</dt>
                <dd className="max-w-(--measure) text-quiet menu:col-span-8">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <CallToAction {...words.callToAction} />
    </article>
  );
}
