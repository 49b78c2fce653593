(() => {
  const button = document.querySelector('[data-ceremony]');
  const errorElement = document.querySelector('[role="alert"].fault');
  const { ceremony, action, to } = button.dataset;
  const invitedElement = document.querySelector('[data-invited]');
  // Move the invitation's token from the URL to the tab's state, so that history and bookmarks do not keep it.
  const token = invitedElement ? location.hash.slice(1) || history.state || '' : undefined;
  if (invitedElement) history.replaceState(token, '', location.pathname);
  // Reload for another link opened in the same tab.
  if (invitedElement) addEventListener('hashchange', () => location.reload());
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    const reply = await response.json().catch(() => ({}));
    if (response.ok) return reply;
    const message = reply.error?.message ?? 'The office did not answer as it should. Try again in a minute.';
    throw Object.assign(new Error(message), { isReply: true });
  };
  const read = { get: 'parseRequestOptionsFromJSON', create: 'parseCreationOptionsFromJSON' }[ceremony];
  // Messages by the name of the browser's error; a failed fetch is a TypeError.
  const messages = {
    NotAllowedError: 'That was cancelled, or took too long. Try again when you are ready.',
    InvalidStateError: 'This device has a passkey for the office already. Open the office and sign in with it.',
    SecurityError: 'Passkeys do not work at this address. Open the office at the address that you were given.',
    TypeError: 'The office cannot be reached. Check your connection and try again.',
  };
  const explain = ({ name, message, isReply }) =>
    isReply ? message : (messages[name] ?? 'This device could not do that. Try again, or use another device.');
  const registerOrSignIn = async () => {
    if (!window.PublicKeyCredential?.[read])
      return 'This browser does not support passkeys well enough. Update it, or use another one.';
    const publicKey = PublicKeyCredential[read](await post(`${action}/options`, { token }));
    const credential = await navigator.credentials[ceremony]({ publicKey });
    await post(action, { ...credential.toJSON(), token });
    const resume = document.querySelector('#resume');
    // Not `resume.submit`: a field named `submit` would shadow it.
    if (resume) HTMLFormElement.prototype.submit.call(resume);
    else location.assign(to);
    return '';
  };
  if (invitedElement)
    post(`${action}/options`, { token }).then(
      ({ user }) => (invitedElement.textContent = `For ${user.name}`),
      (problem) => (errorElement.textContent = explain(problem)),
    );
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return;
    // Not `disabled`, by which it would lose the focus.
    button.ariaDisabled = 'true';
    errorElement.textContent = '';
    errorElement.textContent = await registerOrSignIn().catch(explain);
    button.ariaDisabled = 'false';
  });
})();
