import { Link } from 'react-router';

import { products } from '../../content/products/index.ts';
import { productsPage } from '../../content/products-page.ts';
import { ActionLink } from '../components/action-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { LatticeTruss } from '../drawings/lattice-truss.tsx';
import { metaTags } from '../meta-tags.ts';
import { pageHead } from '../page-head.ts';
import type { Route } from './+types/products';

export function loader({ pattern }: Route.LoaderArgs) {
  const { seo, ...page } = productsPage;
  const catalogue = products.map(({ page: detail, ...product }) => ({
    ...product,
    detailPage: detail ? `/products/${detail.slug}` : undefined,
  }));
  return { head: pageHead(seo, pattern), page, catalogue };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaTags(loaderData?.head);

export default function Products({ loaderData: { page, catalogue } }: Route.ComponentProps) {
  return (
    <>
      <PageHero title={page.title} lead={page.lead} drawing={<LatticeTruss gradient={['harbour', 'woods']} />}>
        <ActionLink {...page.demo} />
      </PageHero>
      <ul className="wrap band grid gap-x-12 gap-y-16 md:grid-cols-2">
        {catalogue.map((product) => (
          <li key={product.title} data-accent={product.color}>
            <ProductCard product={product} visitLabel={page.visitLabel} contactLabel={page.contactLabel} />
          </li>
        ))}
      </ul>
      <section className="border-y border-hairline bg-raised">
        <div className="wrap band">
          <h2 className="text-h2 font-bold">{page.tiles.title}</h2>
          <ul className="mt-10 grid gap-px border border-hairline bg-hairline sm:grid-cols-2 menu:grid-cols-4">
            {page.tiles.items.map(({ title, text }) => (
              <li key={title} className="bg-raised p-6">
                <h3 className="text-h3 font-bold">{title}</h3>
                <p className="mt-3 text-quiet">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <CallToAction {...page.callToAction} />
    </>
  );
}

interface ProductCardProps {
  product: Route.ComponentProps['loaderData']['catalogue'][number];
  visitLabel: string;
  contactLabel: string;
}

function ProductCard({ product, visitLabel, contactLabel }: ProductCardProps) {
  return (
    <article className="flex h-full flex-col border-t-3 border-accent pt-6">
      <ProductIcon icon={product.icon} />
      <h2 className="mt-5 text-h2 font-bold">
        {product.detailPage ? (
          <Link to={product.detailPage} prefetch="intent" className="hover:text-accent">
            {product.title}
          </Link>
        ) : (
          product.title
        )}
      </h2>
      <p className="mt-1 font-semibold text-accent">{product.subtitle}</p>
      <p className="mt-4 max-w-(--measure) text-quiet">{product.description}</p>
      <ul className="mt-5 mb-8 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <p className="mt-auto">
        <ProductAction
          link={product.link}
          external={product.external}
          label={product.external ? visitLabel : contactLabel}
          subject={product.title}
        />
      </p>
    </article>
  );
}
