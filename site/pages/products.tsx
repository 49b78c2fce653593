import { beginEnquiry } from '../../content/enquiry-subjects.ts';
import type { Content } from '../../content/kinds.ts';
import type { Product } from '../../content/schema/product.ts';
import { ActionLink, CallToAction } from '../components/blocks.tsx';
import { ProductCard } from '../components/product-card.tsx';
import { LinkedDocument } from '../drawings/product-document.tsx';
import { type PageProps, waysOn } from '../routes.ts';

export default function Products({ site }: PageProps) {
  const { words: content } = site;
  const { productsPage: page, products, controls: words } = content;
  const catalogue = products.map(({ page: detail, ...product }) => ({
    ...product,
    link: beginEnquiry(product.link, `products/${product.slug}`),
    detailPage: detail ? `/products/${product.slug}` : undefined,
    ways: waysOn(site, product.related),
  }));
  return (
    <>
      <section className="wrap grid gap-x-8 gap-y-4 pt-6 pb-8 menu:grid-cols-12 menu:pt-12 menu:pb-12">
        <h1 tabIndex={-1} className="text-brave font-bold tracking-[-0.035em] menu:col-span-6">
          {page.title}
        </h1>
        <div className="menu:col-span-6">
          <p className="text-lead text-quiet">{page.lead}</p>
          <p className="mt-5">
            <ActionLink {...page.demo} about="demonstration" />
          </p>
        </div>
      </section>
      <Index products={products} />
      <ul className="wrap band grid gap-x-8 gap-y-16 menu:grid-cols-2">
        {catalogue.map((product) => (
          <li key={product.title} data-accent={product.color} className="row-span-5 grid grid-rows-subgrid">
            <ProductCard
              product={product}
              label={product.external ? page.visitLabel : page.contactLabel}
              words={words}
              answers={content.answers}
            />
          </li>
        ))}
      </ul>
      <Tiles {...page.tiles} />
      <CallToAction {...page.callToAction} about="products" />
    </>
  );
}

/** What people see of each product, and in a word what it is for: who seeks labels finds them at a glance. */
function Index({ products }: { products: readonly Product[] }) {
  return (
    <ul className="wrap grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-4 menu:gap-x-8">
      {products.map(({ slug, icon, job, title, color }) => (
        <li key={slug} data-accent={color}>
          <a href={`#${slug}`} className="block border-t-3 border-accent hover:text-accent">
            <LinkedDocument icon={icon} accent={color} className="[@media_(max-height:20rem)]:hidden" />
            <span className="mt-3 block font-display text-[length:clamp(1.3rem,0.85rem+1.75vw,2.5rem)]/[1.1] font-bold">
              {job}
            </span>{' '}
            <span className="text-small text-quiet">{title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What every product has in common. */
function Tiles({ title: heading, items }: Content['productsPage']['tiles']) {
  return (
    <section className="border-y border-hairline bg-raised">
      <div className="wrap band max-md:py-10">
        <h2 className="text-h2 font-bold">{heading}</h2>
        <ul className="mt-6 grid gap-x-8 gap-y-6 *:border-t-3 *:border-outline *:pt-4 sm:mt-10 sm:grid-cols-2 menu:grid-cols-4">
          {items.map(({ title, text }) => (
            <li key={title}>
              <h3 className="text-h3 font-bold">{title}</h3>
              <p className="mt-2 text-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
