import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast, Toaster } from 'sonner';

interface NotificationMessage {
  title: string;
  description: string;
  tone: 'success' | 'destructive';
}

/** By the specification: 3 visible at a time, 4000 ms each, bottom right. */
const toasterSettings = { visibleToasts: 3, duration: 4000, position: 'bottom-right' } as const;

/** The library only animates them. They are styled like the outcome on the page, with text instead of icons. */
const toastOptions = { unstyled: true, classNames: { title: 'font-display text-h3 font-bold', description: 'mt-1' } };
const noIcons = { success: null, error: null };

let toasterMounted: Promise<void> | undefined;

/**
 * Shows a notification that disappears by itself and survives a page change. Resolves once it is shown. Essential
 * messages must be on the page as well.
 */
export async function showNotification({ title, description, tone }: NotificationMessage): Promise<void> {
  await (toasterMounted ??= mountToaster());
  if (tone === 'success') toast.success(title, { description, className: 'outcome border-woods' });
  else toast.error(title, { description, className: 'outcome border-balloon' });
}

/** Mounts the notification area outside `main`, which a page change replaces. */
async function mountToaster(): Promise<void> {
  // Imported here: the island has loaded it already, and the server, which renders the island, does not need it.
  const { createRoot } = await import('react-dom/client');
  const container = document.body.appendChild(document.createElement('div'));
  // Synchronously: the library drops notifications created before its area is mounted.
  flushSync(() => createRoot(container).render(<ThemedToaster />));
}

function ThemedToaster() {
  return <Toaster {...toasterSettings} theme={useDocumentTheme()} toastOptions={toastOptions} icons={noIcons} />;
}

function useDocumentTheme(): 'light' | 'dark' | 'system' {
  const [theme, setTheme] = useState(readDocumentTheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(readDocumentTheme()));
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}

function readDocumentTheme(): 'light' | 'dark' | 'system' {
  const { classList } = document.documentElement;
  if (classList.contains('light')) return 'light';
  return classList.contains('dark') ? 'dark' : 'system';
}
