import { type ContactFacts, holdPostcode, phoneLink } from '../../content/contact-facts.ts';
import { DeckLine } from '../drawings/deck-line.tsx';

interface SiteFooterProps {
  site: { name: string; tagline: string; copyright: string; contact: ContactFacts };
  /** What the law asks a company to show; empty until it is known. */
  particulars: readonly string[];
  words: { linkedin: string; newTab: string };
  footer: {
    columns: readonly { title: string; items: readonly { label: string; href?: string | undefined }[] }[];
    contactTitle: string;
    legal: readonly { label: string; to: string }[];
  };
}

/** The footer of every page. */
export function SiteFooter({ site, particulars, words, footer }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <div className="h-14 menu:h-20">
        <DeckLine />
      </div>
      <div className="wrap grid grid-cols-2 gap-x-8 gap-y-10 pt-12 pb-10 menu:grid-cols-[3fr_2.4fr_2fr_3.6fr]">
        <p className="col-span-2 text-quiet menu:col-span-1 menu:max-w-64">
          <span className="block font-display text-h3 font-bold text-text">{site.name}</span>
          {site.tagline}
        </p>
        {footer.columns.map(({ title, items }) => (
          <div key={title}>
            <h2 className="footer-title">{title}</h2>
            <ul className="mt-3 text-quiet">
              {items.map(({ label, href }) => (
                // Without href the element is a placeholder: it takes no focus and leads nowhere.
                <li key={label}>
                  <a href={href} className="inline-flex min-h-11 items-center">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <FooterContact title={footer.contactTitle} contact={site.contact} words={words} />
      </div>
      <div className="wrap text-small text-quiet">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-hairline py-5">
          <div>
            <p>{site.copyright}</p>
            {particulars.length > 0 ? <p>{particulars.join(' · ')}</p> : null}
          </div>
          <ul className="flex flex-wrap gap-x-6">
            {footer.legal.map(({ label, to }) => (
              <li key={to}>
                <a href={to} className="footer-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

interface FooterContactProps extends Pick<SiteFooterProps, 'words'> {
  title: string;
  contact: ContactFacts;
}

function FooterContact({ title, contact, words }: FooterContactProps) {
  const { email, phone, address, socialMedia } = contact;
  return (
    <div className="col-span-2 menu:col-span-1">
      <h2 className="footer-title">{title}</h2>
      <address className="mt-3 text-quiet">
        <a data-fact="email" href={`mailto:${email}`} className="footer-link">
          {email}
        </a>
        <br />
        <a data-fact="phone" href={phoneLink(phone)} className="footer-link figures">
          {phone}
        </a>
        <br />
        <span data-fact="address" className="block max-w-72 py-2">
          {holdPostcode(address)}
        </span>
        <a
          data-fact="linkedin"
          href={socialMedia.linkedin}
          target="_blank"
          rel="noopener noreferrer"
          className="footer-link"
        >
          {words.linkedin}
          <span className="sr-only"> {words.newTab}</span>
        </a>
      </address>
    </div>
  );
}
