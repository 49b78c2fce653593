import { afterEach, vi } from 'vitest';

// The next test of the file has the time of the machine again.
afterEach(() => void vi.useRealTimers());
