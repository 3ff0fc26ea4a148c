package io.payrelay.core.cases;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

interface CaseRepository extends Repository<PaymentCase, Long> {

  List<PaymentCase> findByStatusAndCaseIdGreaterThanOrderByCaseId(
      String status, long after, Limit limit);
}
