/** Resolves in a new task, so that the browser can handle input first. Without the minimum delay of a timer. */
export function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
