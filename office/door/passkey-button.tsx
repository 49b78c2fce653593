interface PasskeyButtonProps {
  /** `get` asks for a passkey that there is, `create` makes one. */
  ceremony: 'get' | 'create';
  /** Where the passkey is sent; the browser asks for its options below it. */
  action: string;
  /** Where to go afterwards. */
  to: string;
  children: string;
}

/** What passkey-script.js brings to life. Without scripts there is a sentence in its place. */
export function PasskeyButton({ ceremony, action, to, children }: PasskeyButtonProps) {
  return (
    <>
      <button
        type="button"
        data-ceremony={ceremony}
        data-action={action}
        data-to={to}
        className="button button-primary scripted"
      >
        {children}
      </button>
      <p role="alert" className="fault" />
      <noscript>
        <p className="notice is-problem">
          Passkeys need scripts, and this browser has them switched off. Switch them on for this address and load the
          page again. Everything else in the inbox works without them.
        </p>
      </noscript>
    </>
  );
}
