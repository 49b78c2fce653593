// Styles, scripts and guides of the office's pages, bundled or run by Vite: Node cannot import these.
export { default as styles } from './shared/office.css?inline';
export { default as passkeyScript } from './auth/passkey-script.js?raw';
export { default as draftScript } from './inbox/draft-script.js?raw';
export { default as inboxScript } from './inbox/inbox-script.js?raw';
export { default as officeGuide } from '../../docs/office.md?raw';
export { default as editingGuide } from '../../docs/editing.md?raw';
