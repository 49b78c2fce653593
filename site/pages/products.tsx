import { beginEnquiry } from '../../content/enquiry-subjects.ts';
import type { Content } from '../../content/kinds.ts';
import type { Product } from '../../content/schema/product.ts';
import { OtherProducts } from '../components/answers.tsx';
import { ActionLink, CallToAction } from '../components/blocks.tsx';
import { ProductCard } from '../components/product-card.tsx';
import { CatalogueBridge, HangingCable } from '../drawings/catalogue-bridge.tsx';
import { type PageProps, waysOn } from '../routes.ts';

/** Few products have one bridge. More have two, of equally many spans: side by side they are one, on a narrow screen one lies below the other. */
const fewest = 4;
const roomFor = (products: readonly Product[]) => Math.max(fewest, Math.ceil(products.length / 2));
export const Drawing = ({ products }: { products: readonly Product[] }) => (
  <CatalogueBridge products={products.slice(0, roomFor(products))} room={roomFor(products)} />
);

export default function Products({ site }: PageProps) {
  const { words: content } = site;
  const { productsPage: page, products, controls: words } = content;
  const catalogue = products.map(({ slug, page: detail, ...product }) => ({
    ...product,
    link: beginEnquiry(product.link, `products/${slug}`),
    detailPage: detail ? `/products/${slug}` : undefined,
  }));
  const others = products.flatMap((one) => (one.page ? [] : [{ ...one, ways: waysOn(site, one.related) }]));
  return (
    <>
      <section className="overflow-clip border-b border-hairline">
        <div className="wrap grid gap-x-8 gap-y-4 pt-6 pb-8 menu:grid-cols-12 menu:pt-20">
          <h1 tabIndex={-1} className="text-h1 font-bold tracking-tight menu:col-span-5">
            {page.title}
          </h1>
          <div className="menu:col-span-7">
            <p className="text-lead text-quiet">{page.lead}</p>
            <p className="mt-5">
              <ActionLink {...page.demo} about="demonstration" />
            </p>
          </div>
        </div>
        <div className={products.length > fewest ? 'grid md:grid-cols-2' : ''}>
          <Drawing products={products} />
          {products.length > fewest ? (
            <CatalogueBridge products={products.slice(roomFor(products))} room={roomFor(products)} />
          ) : null}
        </div>
      </section>
      <ul className="wrap band grid gap-x-12 gap-y-[0.65rem] *:row-span-4 *:mb-[clamp(1.5rem,4vw,3rem)] *:grid *:grid-rows-subgrid max-sm:pt-12 max-sm:pb-4 sm:grid-cols-2">
        {catalogue.map((product) => (
          <li key={product.title} data-accent={product.color}>
            <ProductCard
              product={product}
              visitLabel={page.visitLabel}
              contactLabel={page.contactLabel}
              words={words}
            />
          </li>
        ))}
      </ul>
      <OtherProducts items={others} words={content.answers} />
      <Tiles {...page.tiles} />
      <CallToAction {...page.callToAction} about="products" />
    </>
  );
}

/** What every product has in common, hung on one cable. */
function Tiles({ title: heading, items }: Content['productsPage']['tiles']) {
  return (
    <section className="border-y border-hairline bg-raised">
      <div className="wrap band max-md:py-10">
        <h2 className="text-h2 font-bold">{heading}</h2>
        <div className="mt-6 sm:mt-10">
          <div className="hidden menu:flex">
            <HangingCable />
          </div>
          <ul className="grid gap-4 *:border-t *:border-hairline *:pt-3 sm:grid-cols-2 sm:gap-8 sm:*:border sm:*:bg-ground sm:*:p-6 menu:grid-cols-4">
            {items.map(({ title, text }) => (
              <li key={title}>
                <h3 className="text-h3 font-bold">{title}</h3>
                <p className="mt-1 text-quiet max-sm:text-small sm:mt-2">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
