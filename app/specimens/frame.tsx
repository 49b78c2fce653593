import { SiteFooter } from '../components/site-footer.tsx';
import { SiteHeader } from '../components/site-header.tsx';

const site = {
  name: 'One company whose name has 40 characters',
  logoText: 'One company whose name has 40 characters',
  tagline: 'What it says of itself.',
  copyright: '© A year, and whose it is',
  contact: {
    email: 'somebody@specimen.example',
    phone: '+44 117 111 1111',
    address: '1 Street, Town',
    socialMedia: { linkedin: 'https://specimen.example/' },
  },
};

const navigation = {
  services: { label: 'Services' },
  links: ['First', 'Second', 'Third'].map((label) => ({ label, to: `/${label.toLowerCase()}` })),
  theme: { light: 'Light', dark: 'Dark', toLight: 'To light', toDark: 'To dark' },
};

const footer = {
  columns: [
    { title: 'Placeholders', items: [{ label: 'One' }, { label: 'Another' }] },
    { title: 'Links', items: [{ label: 'A link', href: '/specimens' }] },
  ],
  contactTitle: 'Contact',
  legal: [{ label: 'A legal text', to: '/specimens' }],
};

/** The frame of every page around a name of 40 characters. To look at only: its menus would be those of the page itself. */
export function Frame() {
  return (
    <div inert>
      <SiteHeader site={site} navigation={navigation} services={[]} />
      <SiteFooter site={site} footer={footer} />
    </div>
  );
}
