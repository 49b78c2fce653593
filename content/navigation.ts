/** The header's links, in order; `services` opens the menu of the service pages. */
export const navigation = {
  services: { label: 'Services' },
  links: [
    { label: 'Home', to: '/' },
    { label: 'Products', to: '/products' },
    { label: 'Microsoft Partner', to: '/microsoft-partner' },
    { label: 'Strategic Consultation', to: '/strategic-consultation' },
    { label: 'About', to: '/about' },
    { label: 'Resources', to: '/resources' },
    { label: 'Contact', to: '/contact' },
  ],
  theme: { light: 'Light Mode', dark: 'Dark Mode', toLight: 'Switch to light mode', toDark: 'Switch to dark mode' },
} as const;
