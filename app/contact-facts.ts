import { QueryCache, QueryClient, useQuery } from '@tanstack/react-query';

/** How the company is reached. All four are shown; none is ever empty. */
export interface ContactFacts {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

const fiveMinutes = 5 * 60 * 1000;
const longestPause = 30_000;

/** One per page view. A query that gives up says so once in the console; what it would have replaced stays. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => console.warn(`${query.queryKey.join(' ')}:`, error.message),
    }),
    defaultOptions: {
      queries: {
        retry: 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, longestPause),
        staleTime: fiveMinutes,
        // On the server a timer of five minutes for each rendered page would only keep the process alive.
        gcTime: import.meta.env.SSR ? Infinity : fiveMinutes,
        refetchOnWindowFocus: false,
      },
    },
  });
}

/**
 * The contact details: the built-in ones at once, the server's as soon as they arrive. However many components ask, one
 * request is sent. A field that the answer lacks, or gets wrong, keeps its built-in value.
 */
export function useContactFacts(builtIn: ContactFacts): ContactFacts {
  const { data } = useQuery({ queryKey: ['Contact details'], queryFn: fetchContactFacts });
  return {
    email: text(data?.email) ?? builtIn.email,
    phone: text(data?.phone) ?? builtIn.phone,
    address: text(data?.address) ?? builtIn.address,
    socialMedia: { linkedin: webAddress(field(data?.socialMedia, 'linkedin')) ?? builtIn.socialMedia.linkedin },
  };
}

async function fetchContactFacts({ signal }: { signal: AbortSignal }): Promise<Record<string, unknown>> {
  const response = await fetch('/api/content/contact', { signal });
  if (!response.ok) throw new Error(`the server answered ${response.status}; the built-in ones are shown`);
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null)
    throw new Error('the answer is no record; the built-in ones are shown');
  return { ...answer };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}
