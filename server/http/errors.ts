import type { FastifyReply } from 'fastify';

/** What a caller of the API may have to tell apart. Stable: clients depend on the codes. */
type ErrorCode =
  | 'invalid_request'
  | 'cross_site'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_enquiry'
  | 'too_many_requests'
  | 'internal'
  | 'not_configured'
  | 'bad_gateway'
  | 'unavailable'
  | 'gateway_timeout';

export interface ApiError {
  status: number;
  code: ErrorCode;
  /** One sentence for people. */
  message: string;
  /** One sentence for each field at fault. */
  fields?: Readonly<Record<string, string>>;
}

/** Answers `{ "error": { code, message, fields?, requestId } }`. The id is that of the log's lines about the request. */
export function sendError(reply: FastifyReply, { status, ...told }: ApiError): FastifyReply {
  const error = { ...told, requestId: reply.request.id };
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send({ error });
}

/** What a thrown fault means to the caller. Anything unexpected is a 500 that tells nothing. */
export function toApiError(fault: unknown): ApiError {
  const status = statusOf(fault);
  return expected[status] ?? (status >= 400 && status < 500 ? { ...invalidRequest, status } : internal);
}

function statusOf(fault: unknown): number {
  const status = fault instanceof Error && 'statusCode' in fault ? fault.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

const invalidRequest: ApiError = {
  status: 400,
  code: 'invalid_request',
  message: 'The request is malformed. Send a body that is valid for its Content-Type.',
};

const internal: ApiError = {
  status: 500,
  code: 'internal',
  message: 'Something went wrong here. Please try again later.',
};

const expected: Readonly<Partial<Record<number, ApiError>>> = {
  400: invalidRequest,
  404: { status: 404, code: 'not_found', message: 'There is nothing at this address.' },
  413: { status: 413, code: 'body_too_large', message: 'The body is larger than 64 KiB.' },
  415: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'This Content-Type is not taken here. Send application/json.',
  },
  429: {
    status: 429,
    code: 'too_many_requests',
    message: 'Too many messages in a short time. Please wait and try again.',
  },
};
