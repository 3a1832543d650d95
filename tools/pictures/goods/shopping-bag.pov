// A paper bag with cord handles, and a box sticking out of it.
#declare Zoom = 21; #declare LookY = 1.26;
#include "stage.inc"
#macro Side(C) pigment { color C } finish { diffuse .82 specular .06 roughness .1 } #end
union {
 difference {
  box { <-.97,0,-.50>,<.97,1.86,.50> }
  box { <-.95,.05,-.48>,<.95,3,.48> } 
  Side(Sky) }
 // folds of the sides
 union { sphere_sweep { linear_spline 2 <.972,.02,0>,.010 <.972,1.84,0>,.012 } Side(srgb <.26,.47,.69>) }
 #declare z0 = -1; #while (z0<2) sphere_sweep { cubic_spline 7 <-.40,1.3,z0*.50>,.03 <-.38,1.62,z0*.51>,.03 <-.36,2.0,z0*.48>,.03 <0,2.38,z0*.42>,.03 <.36,2.0,z0*.48>,.03 <.38,1.62,z0*.51>,.03 <.40,1.3,z0*.5>,.03 Rub(Paper) } #declare z0 = z0+2; #end
 object { Pane(.52,.66,.02) translate <0,.92,-.512> Side(Paper) }
 union { RBox(<-.30,.2,-.30>,<.55,2.12,.30>,.03) Side(Clay) }
 union { RBox(<.06,.2,-.305>,<.20,2.125,.305>,.03) Side(Paper) }
 rotate y*-28 scale 1.08 }
