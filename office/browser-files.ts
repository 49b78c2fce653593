// What the pages of the office load, for Vite to bundle or to run: the one part of it that Node cannot read.
export { default as styles } from './shared/inbox.css?inline';
export { default as passkeyScript } from './auth/passkey-script.js?raw';
export { default as keptScript } from './inbox/kept-script.js?raw';
