import { addSubjectToLink } from '../../content/enquiry-subjects.ts';
import type { Content } from '../../content/content-models.ts';
import type { Product } from '../../content/schema/product.ts';
import { ActionLink, PageClosing, PageHero } from '../components/blocks.tsx';
import { ProductCard } from '../components/product-card.tsx';
import { getPoster } from '../drawings/posters.ts';
import { ProductDocumentDrawing } from '../drawings/product-document.tsx';
import { type PageProps, listRelatedLinks } from '../routes.ts';

const poster = getPoster('goods-quay');

/** Renders the catalogue of products. */
export default function Products({ site }: PageProps) {
  const { content } = site;
  const { productsPage: page, products, controls: texts } = content;
  const catalogue = products.map(({ page: detail, ...product }) => ({
    ...product,
    link: addSubjectToLink(product.link, `products/${product.slug}`),
    detailPath: detail ? `/products/${product.slug}` : undefined,
    relatedLinks: listRelatedLinks(site, product.related),
  }));
  return (
    <div data-hour={poster.hour} data-accent="woods">
      <PageHero poster={poster} title={page.title} headingSize="text-brave" lead={page.lead}>
        <ActionLink {...page.demo} subjectKey="demonstration" />
      </PageHero>
      <Index products={products} />
      <ul className="wrap band grid gap-6 md:grid-cols-2 min-[72rem]:grid-cols-4">
        {catalogue.map((product) => (
          <li key={product.title} data-accent={product.color} className="row-span-4 grid grid-rows-subgrid">
            <ProductCard
              product={product}
              linkLabel={product.external ? page.visitLabel : page.contactLabel}
              texts={texts}
              fitTexts={content.answers}
            />
          </li>
        ))}
      </ul>
      <Tiles {...page.tiles} />
      <PageClosing poster={poster} {...page.callToAction} subjectKey="products" />
    </div>
  );
}

/** Index of the products: the document of each as a sign in the yard, with its purpose in a word. */
function Index({ products }: { products: readonly Product[] }) {
  const icons = products.map(({ icon }) => icon);
  return (
    <div className="bg-under sky pb-8">
      <ul className="signs wrap relative grid grid-cols-4 gap-2 menu:grid-cols-8">
        {products.map(({ slug, icon, job, title, color }, index) => (
          <li key={slug} data-accent={color}>
            <a href={`#${slug}`} className="block bg-lit p-1 text-on-action hover:bg-action">
              <ProductDocumentDrawing icon={icon} accent={color} isReused={icons.indexOf(icon) < index} />
              <span className="block py-1 text-center text-[0.78rem] font-semibold">{job}</span>{' '}
              <span className="sr-only">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Features common to all products: loads of a crane, each let down further than the one before, the last on the quay. */
function Tiles({ title: heading, items }: Content['productsPage']['tiles']) {
  return (
    <section className="quay sky [--sun:13rem]">
      <div className="wrap">
        <h2 className="text-h1 font-bold tracking-tight">{heading}</h2>
        <ol className="loads mt-12 menu:grid menu:grid-cols-4 menu:items-end menu:gap-4 menu:pt-12">
          {items.map(({ title, text }) => (
            <li key={title} className="night p-4">
              <h3 className="text-h3 font-bold">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
