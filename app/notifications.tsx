import { type ComponentType, useEffect, useRef, useState } from 'react';

export interface Notification {
  title: string;
  description: string;
  tone: 'success' | 'destructive';
}

/** The specification's figures: 3 visible at a time, 4000 ms each, bottom right. */
const settings = { visibleToasts: 3, duration: 4000, position: 'bottom-right' } as const;

let show: ((notification: Notification) => void) | undefined;

/** Shows a notification that goes away by itself. Whatever must not be missed has to stand on the page as well. */
export function notify(notification: Notification): void {
  show?.(notification);
}

/** Where notifications appear. The library comes with the first one; few visits need it. */
export function NotificationArea() {
  const waiting = useRef<Notification[]>([]);
  const [sonner, setSonner] = useState<typeof import('sonner')>();
  useEffect(() => {
    show = (notification) => {
      if (sonner) return toast(sonner, notification);
      waiting.current.push(notification);
      import('sonner').then(setSonner, (fault: unknown) => console.warn('Notifications:', fault));
    };
    if (sonner) for (const notification of waiting.current.splice(0)) toast(sonner, notification);
    return () => {
      show = undefined;
    };
  }, [sonner]);

  return sonner ? <ThemedToaster Toaster={sonner.Toaster} /> : null;
}

function toast(sonner: typeof import('sonner'), { title, description, tone }: Notification): void {
  if (tone === 'success') sonner.toast.success(title, { description });
  else sonner.toast.error(title, { description, className: 'toast toast-destructive' });
}

type ToasterProps = typeof settings & { theme: Theme; toastOptions: { className: string } };
type Theme = 'light' | 'dark' | 'system';

function ThemedToaster({ Toaster }: { Toaster: ComponentType<ToasterProps> }) {
  return <Toaster {...settings} theme={useDocumentTheme()} toastOptions={{ className: 'toast' }} />;
}

function useDocumentTheme(): Theme {
  const [theme, setTheme] = useState(documentTheme);
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(documentTheme()));
    observer.observe(document.documentElement, { attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return theme;
}

function documentTheme(): Theme {
  const { classList } = document.documentElement;
  if (classList.contains('light')) return 'light';
  return classList.contains('dark') ? 'dark' : 'system';
}
