interface ProblemDetail {
  field: string;
  problem: string;
}

/** An error reply of the platform. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: readonly ProblemDetail[];
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;

  constructor(
    status: number,
    body: {
      reason: string;
      message: string;
      details?: ProblemDetail[];
      requestId?: string;
      docUrl?: string;
    },
  ) {
    super(body.message);
    this.name = 'ApiProblem';
    this.status = status;
    this.reason = body.reason;
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.docUrl = body.docUrl;
  }

  /** A refusal changed nothing. A server or proxy that fails may have saved the change before. */
  get isRefusal(): boolean {
    return this.reason !== noAnswer && this.status < 500;
  }

  problemOf(field: string): string | undefined {
    return this.details.find((detail) => detail.field === field)?.problem;
  }
}

/** Our own reason for a request without a reply; no server sends it. */
export const noAnswer = 'no_answer';
