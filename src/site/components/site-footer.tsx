import { type ContactDetails, keepAddressPartsTogether, formatPhoneUrl } from '../../content/contact-details.ts';
import type { Content } from '../../content/content-models.ts';
import { TextLink } from './text-link.tsx';
import { computeCatenary, createProjection, polyline } from '../drawings/geometry.ts';

type SiteFooterProps = Pick<Content, 'site' | 'controls' | 'footer' | 'products'> & { paths: readonly string[] };

/** The footer of every page. */
export function SiteFooter({ site, controls, footer, products, paths }: SiteFooterProps) {
  const productLinks = footer.products.items.map(({ product, href }) => ({
    href,
    label: products.find(({ slug }) => slug === product)?.title ?? product,
  }));
  // A placeholder leads to its page once there is one.
  const companyLinks = footer.company.items.map(({ label, page, href }) => ({
    label,
    href: href ?? paths.find((path) => path === (page ?? `/${label.toLowerCase().replaceAll(' ', '-')}`)),
  }));
  const company = { ...footer.company, items: companyLinks };
  const columns = [{ title: footer.products.title, items: productLinks }, company];
  const particulars = listCompanyParticulars(site, controls);
  return (
    <footer className="site-footer mt-(--air)">
      <div className="h-14 menu:h-20">
        <DeckLine />
      </div>
      <div className="wrap grid grid-cols-[3fr_2fr] gap-8 pt-12 pb-8 menu:grid-cols-4">
        <p className="col-span-full text-quiet menu:col-span-1 menu:max-w-64">
          <span className="mb-3 block font-display text-h3 font-bold text-text">{site.name}</span>
          {site.tagline}
        </p>
        {columns.map(({ title, items }) => (
          <div key={title}>
            <h2 className="min-h-9 font-bold">{title}</h2>
            <ul className="text-quiet">
              {items.map(({ label, href }) => (
                // Without href the element is a placeholder, which takes no focus.
                <li key={label}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <FooterContact title={footer.contactTitle} contact={site.contact} texts={controls} />
      </div>
      <div className="wrap text-small text-quiet">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-hairline py-5">
          <div>
            <p>{site.copyright}</p>
            {particulars.length > 0 ? <p>{particulars.join(' · ')}</p> : null}
          </div>
          <ul className="flex flex-wrap gap-x-3 menu:gap-x-8">
            {footer.legal.map(({ label, to }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

interface FooterContactProps {
  title: string;
  contact: ContactDetails;
  texts: Content['controls'];
}

function FooterContact({ title, contact, texts }: FooterContactProps) {
  const { email, phone, address, socialMedia } = contact;
  return (
    <div className="col-span-full menu:col-span-1">
      <h2 className="min-h-9 font-bold">{title}</h2>
      <address className="text-quiet">
        <a data-fact="email" href={`mailto:${email}`}>
          {email}
        </a>
        <br />
        <a data-fact="phone" href={formatPhoneUrl(phone)} className="figures">
          {phone}
        </a>
        <br />
        <span data-fact="address" className="block max-w-72 py-2">
          {keepAddressPartsTogether(address)}
        </span>
        <TextLink data-fact="linkedin" href={socialMedia.linkedin} newTab={texts.newTab}>
          {texts.linkedin}
        </TextLink>
      </address>
    </div>
  );
}

/**
 * Returns the filled-in company details required by law: number, place of registration, registered office, VAT number
 * (the Company, Limited Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015, 25).
 */
export function listCompanyParticulars({ legalName, company }: Content['site'], texts: Content['controls']): string[] {
  const { number, registeredIn, registeredOffice, vatNumber } = company;
  const filled = [
    [registeredIn, texts.registeredIn.replace('{place}', registeredIn)],
    [number, texts.companyNumber.replace('{number}', number)],
    [registeredOffice, texts.registeredOffice.replace('{office}', registeredOffice)],
    [vatNumber, texts.vatNumber.replace('{number}', vatNumber)],
  ].flatMap(([fact, text]) => (fact && text ? [text] : []));
  return filled.length > 0 ? [legalName, ...filled] : [];
}

const deck = { width: 1000, sag: 28 };
const deckLine = polyline(...computeCatenary(deck.width / 2, deck.sag, 32).map(createProjection([deck.width / 2, 1])));

/** A shallow catenary from edge to edge: the line between two sections, as wide as its container. */
function DeckLine() {
  return (
    <svg
      viewBox={`0 0 ${deck.width} ${deck.sag + 2}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className="block h-6 w-full stroke-hairline"
    >
      <path d={deckLine} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
