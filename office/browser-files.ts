// Styles and scripts of the office's pages, bundled or run by Vite: Node cannot import these.
export { default as styles } from './shared/inbox.css?inline';
export { default as passkeyScript } from './auth/passkey-script.js?raw';
export { default as draftScript } from './inbox/draft-script.js?raw';
