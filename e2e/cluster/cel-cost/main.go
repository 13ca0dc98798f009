// Command cel-cost says what the expressions of admission policies cost an API server, as it counts itself: for each of them
// the most that one of the objects took. Reads policies, objects and their parameters as JSON, and prints JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	admissionv1 "k8s.io/api/admission/v1"
	admissionregistration "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type input struct {
	Policies []admissionregistration.ValidatingAdmissionPolicy `json:"policies"`
	Objects  []map[string]any                                  `json:"objects"`
	Params   map[string]any                                    `json:"params"`
}

// cost is what one expression takes; of a policy all its validations, with the variables that they ask for.
type cost struct {
	Policy     string `json:"policy"`
	Expression string `json:"expression"`
	Cost       int64  `json:"cost"`
	Failed     string `json:"failed,omitempty"`
}

type output struct {
	PerExpression int64  `json:"limitOfAnExpression"`
	PerPolicy     int64  `json:"limitOfAPolicy"`
	Expressions   []cost `json:"expressions"`
	Policies      []cost `json:"policies"`
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		log.Fatal(err)
	}
	out := output{PerExpression: celconfig.PerCallLimit, PerPolicy: celconfig.RuntimeCELCostBudget}
	for _, policy := range in.Policies {
		all := []cel.ExpressionAccessor{}
		for _, each := range policy.Spec.Validations {
			accessor := &validating.ValidationCondition{Expression: each.Expression}
			all = append(all, accessor)
			out.Expressions = append(out.Expressions, most(policy, in, []cel.ExpressionAccessor{accessor}, each.Expression))
		}
		out.Policies = append(out.Policies, most(policy, in, all, ""))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Fatal(err)
	}
}

func most(policy admissionregistration.ValidatingAdmissionPolicy, in input, expressions []cel.ExpressionAccessor, text string) cost {
	found := cost{Policy: policy.Name, Expression: text}
	compiler, err := cel.NewCompositedCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	if err != nil {
		log.Fatal(err)
	}
	options := cel.OptionalVariableDeclarations{HasParams: policy.Spec.ParamKind != nil}
	variables := []cel.NamedExpressionAccessor{}
	for _, each := range policy.Spec.Variables {
		variables = append(variables, &validating.Variable{Name: each.Name, Expression: each.Expression})
	}
	compiler.CompileAndStoreVariables(variables, options, environment.StoredExpressions)
	evaluator := compiler.CompileCondition(expressions, options, environment.StoredExpressions)
	if errors := evaluator.CompilationErrors(); len(errors) > 0 {
		log.Fatalf("%s: %v", policy.Name, errors)
	}
	params := &unstructured.Unstructured{Object: in.Params}
	for _, each := range in.Objects {
		object := &unstructured.Unstructured{Object: each}
		attributes := admission.NewAttributesRecord(object, nil, object.GroupVersionKind(), object.GetNamespace(), object.GetName(),
			schema.GroupVersionResource{}, "", admission.Create, nil, true, nil)
		versioned := &admission.VersionedAttributes{Attributes: attributes, VersionedObject: object, VersionedKind: object.GroupVersionKind()}
		request := &admissionv1.AdmissionRequest{Operation: admissionv1.Create}
		bindings := cel.OptionalVariableBindings{VersionedParams: params}
		results, remaining, err := evaluator.ForInput(context.Background(), versioned, request, bindings, nil, celconfig.RuntimeCELCostBudget)
		if err != nil {
			found.Failed = err.Error()
			continue
		}
		for _, result := range results {
			if result.Error != nil {
				found.Failed = result.Error.Error()
			}
		}
		if used := celconfig.RuntimeCELCostBudget - remaining; used > found.Cost {
			found.Cost = used
		}
	}
	return found
}
