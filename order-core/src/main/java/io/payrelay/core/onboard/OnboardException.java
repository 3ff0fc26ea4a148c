package io.payrelay.core.onboard;

/** Onboarding could not be finished. The message says why and what to do; it holds no secret. */
final class OnboardException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OnboardException(String message) {
    super(message);
  }
}
