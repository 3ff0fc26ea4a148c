package io.payrelay.core.web;

/** What is wrong with one field of a request. */
public record FieldError(String field, String message) {}
