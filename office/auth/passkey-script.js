(() => {
  const button = document.querySelector('[data-ceremony]');
  const fault = document.querySelector('[role="alert"].fault');
  const { ceremony, action, to } = button.dataset;
  const invited = document.querySelector('[data-invited]');
  // Move the invitation's token from the URL to the tab's state, so that history and bookmarks do not keep it.
  const token = invited ? location.hash.slice(1) || history.state || '' : undefined;
  if (invited) history.replaceState(token, '', location.pathname);
  // Reload for another link opened in the same tab.
  if (invited) addEventListener('hashchange', () => location.reload());
  const post = async (address, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    const message = answer.error?.message ?? 'The inbox did not answer as it should. Try again in a minute.';
    throw Object.assign(new Error(message), { isAnswer: true });
  };
  const read = { get: 'parseRequestOptionsFromJSON', create: 'parseCreationOptionsFromJSON' }[ceremony];
  // Messages by the name of the browser's error; a failed fetch is a TypeError.
  const words = {
    NotAllowedError: 'That was cancelled, or took too long. Try again when you are ready.',
    InvalidStateError: 'This device has a passkey for the inbox already. Open the inbox and sign in with it.',
    SecurityError: 'Passkeys do not work at this address. Open the inbox at the address that you were given.',
    TypeError: 'The inbox cannot be reached. Check your connection and try again.',
  };
  const explain = ({ name, message, isAnswer }) =>
    isAnswer ? message : (words[name] ?? 'This device could not do that. Try again, or use another device.');
  const run = async () => {
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
  if (invited)
    post(`${action}/options`, { token }).then(
      ({ user }) => (invited.textContent = `For ${user.name}`),
      (problem) => (fault.textContent = explain(problem)),
    );
  button.addEventListener('click', async () => {
    button.disabled = true;
    fault.textContent = '';
    fault.textContent = await run().catch(explain);
    button.disabled = false;
  });
})();
