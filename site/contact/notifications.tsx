import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast, Toaster } from 'sonner';

export interface Notification {
  title: string;
  description: string;
  tone: 'success' | 'destructive';
}

/** The specification's figures: 3 visible at a time, 4000 ms each, bottom right. */
const settings = { visibleToasts: 3, duration: 4000, position: 'bottom-right' } as const;

/** The library moves them; they look like the outcome on the page, and say in words what an icon would. */
const look = { unstyled: true, classNames: { title: 'font-display text-h3 font-bold', description: 'mt-1' } };
const noIcons = { success: null, error: null };

let area: Promise<void> | undefined;

/**
 * Shows a notification that goes away by itself. It stays where the page changes meanwhile. Whatever must not be missed has to
 * stand on the page as well.
 */
export async function notify({ title, description, tone }: Notification): Promise<void> {
  await (area ??= openArea());
  if (tone === 'success') toast.success(title, { description, className: 'outcome border-woods' });
  else toast.error(title, { description, className: 'outcome border-balloon' });
}

/** Outside the page's own content, which a change of page replaces. */
async function openArea(): Promise<void> {
  // The island has brought it already, and the server, which renders the island, need not load it.
  const { createRoot } = await import('react-dom/client');
  const place = document.body.appendChild(document.createElement('div'));
  // At once: the library shows only what comes after its area stands.
  flushSync(() => createRoot(place).render(<ThemedToaster />));
}

function ThemedToaster() {
  return <Toaster {...settings} theme={useDocumentTheme()} toastOptions={look} icons={noIcons} />;
}

function useDocumentTheme(): 'light' | 'dark' | 'system' {
  const [theme, setTheme] = useState(documentTheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(documentTheme()));
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}

function documentTheme(): 'light' | 'dark' | 'system' {
  const { classList } = document.documentElement;
  if (classList.contains('light')) return 'light';
  return classList.contains('dark') ? 'dark' : 'system';
}
