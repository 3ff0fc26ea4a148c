package io.payrelay.ops.audit;

/** What an operator, or a service on a person's behalf, can do here. */
public enum Act {
  REPLAY,
  DISCARD,
  OPERATOR_CREATED,
  OPERATOR_TOKEN_REPLACED
}
